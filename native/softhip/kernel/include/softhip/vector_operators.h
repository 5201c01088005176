// Arithmetic on float4 and its kin, element by element; with a number on one side it meets every element.
#pragma once

#include <hip/hip_vector_types.h>

#include <type_traits>

namespace softhip {

template <class V>
struct VectorTraits {
  static constexpr int kCount = 0;
};

#define SOFTHIP_VECTOR(name, type, count) \
  template <>                             \
  struct VectorTraits<name##count> {      \
    using Element = type;                 \
    static constexpr int kCount = count;  \
  };
#define SOFTHIP_VECTORS(name, type) \
  SOFTHIP_VECTOR(name, type, 1)     \
  SOFTHIP_VECTOR(name, type, 2) SOFTHIP_VECTOR(name, type, 3) SOFTHIP_VECTOR(name, type, 4)
SOFTHIP_VECTORS(char, char)
SOFTHIP_VECTORS(uchar, unsigned char)
SOFTHIP_VECTORS(short, short)
SOFTHIP_VECTORS(ushort, unsigned short)
SOFTHIP_VECTORS(int, int)
SOFTHIP_VECTORS(uint, unsigned int)
SOFTHIP_VECTORS(long, long)
SOFTHIP_VECTORS(ulong, unsigned long)
SOFTHIP_VECTORS(longlong, long long)
SOFTHIP_VECTORS(ulonglong, unsigned long long)
SOFTHIP_VECTORS(float, float)
SOFTHIP_VECTORS(double, double)
#undef SOFTHIP_VECTORS
#undef SOFTHIP_VECTOR

template <class V, class Type = V>
using IfVector = std::enable_if_t<VectorTraits<V>::kCount != 0, Type>;
template <class V, class S, class Type = V>
using IfVectorAndNumber = std::enable_if_t<VectorTraits<V>::kCount != 0 && std::is_arithmetic<S>::value, Type>;

template <class V>
inline typename VectorTraits<V>::Element* elements(V& v) {
  return reinterpret_cast<typename VectorTraits<V>::Element*>(&v);
}
template <class V>
inline const typename VectorTraits<V>::Element* elements(const V& v) {
  return reinterpret_cast<const typename VectorTraits<V>::Element*>(&v);
}

template <class V>
inline V filled(typename VectorTraits<V>::Element value) {
  V result;
  for (int i = 0; i < VectorTraits<V>::kCount; ++i) elements(result)[i] = value;
  return result;
}

}  // namespace softhip

#define SOFTHIP_OPERATOR(op)                                                                        \
  template <class V>                                                                                \
  inline softhip::IfVector<V, V&> operator op## = (V & a, const V& b) {                             \
    for (int i = 0; i < softhip::VectorTraits<V>::kCount; ++i) {                                    \
      softhip::elements(a)[i] op## = softhip::elements(b)[i];                                       \
    }                                                                                               \
    return a;                                                                                       \
  }                                                                                                 \
  template <class V, class S>                                                                       \
  inline softhip::IfVectorAndNumber<V, S, V&> operator op## = (V & a, S b) {                        \
    return a op## = softhip::filled<V>(static_cast<typename softhip::VectorTraits<V>::Element>(b)); \
  }                                                                                                 \
  template <class V>                                                                                \
  inline softhip::IfVector<V> operator op(V a, const V& b) {                                        \
    return a op## = b;                                                                              \
  }                                                                                                 \
  template <class V, class S>                                                                       \
  inline softhip::IfVectorAndNumber<V, S> operator op(V a, S b) {                                   \
    return a op## = b;                                                                              \
  }                                                                                                 \
  template <class V, class S>                                                                       \
  inline softhip::IfVectorAndNumber<V, S> operator op(S a, const V& b) {                            \
    V result = softhip::filled<V>(static_cast<typename softhip::VectorTraits<V>::Element>(a));      \
    return result op## = b;                                                                         \
  }
SOFTHIP_OPERATOR(+)
SOFTHIP_OPERATOR(-)
SOFTHIP_OPERATOR(*)
SOFTHIP_OPERATOR(/)
SOFTHIP_OPERATOR(%)
SOFTHIP_OPERATOR(&)
SOFTHIP_OPERATOR(|)
SOFTHIP_OPERATOR(^)
SOFTHIP_OPERATOR(<<)
SOFTHIP_OPERATOR(>>)
#undef SOFTHIP_OPERATOR

template <class V>
inline softhip::IfVector<V> operator-(V a) {
  for (int i = 0; i < softhip::VectorTraits<V>::kCount; ++i) softhip::elements(a)[i] = -softhip::elements(a)[i];
  return a;
}
template <class V>
inline softhip::IfVector<V> operator~(V a) {
  for (int i = 0; i < softhip::VectorTraits<V>::kCount; ++i) softhip::elements(a)[i] = ~softhip::elements(a)[i];
  return a;
}
template <class V>
inline softhip::IfVector<V, bool> operator==(const V& a, const V& b) {
  for (int i = 0; i < softhip::VectorTraits<V>::kCount; ++i) {
    if (!(softhip::elements(a)[i] == softhip::elements(b)[i])) return false;
  }
  return true;
}
template <class V>
inline softhip::IfVector<V, bool> operator!=(const V& a, const V& b) {
  return !(a == b);
}
