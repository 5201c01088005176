#include "recorder/copy.h"

#include <algorithm>
#include <cstring>

#include "recorder/allocations.h"
#include "recorder/config.h"
#include "recorder/inner.h"
#include "recorder/modules.h"
#include "recorder/real.h"

namespace hrr {
namespace {

enum class HostSide { kNone, kSource, kDestination };

// Whatever the call says of an array's side, it is the device.
HostSide only_host(const CopyCall& copy, bool src_host, bool dst_host) {
  src_host = src_host && !copy.src.array;
  dst_host = dst_host && !copy.dst.array;
  if (src_host == dst_host) return HostSide::kNone;
  return src_host ? HostSide::kSource : HostSide::kDestination;
}

HostSide by_pointers(const CopyCall& copy) {
  return only_host(copy, !allocations().on_device(copy.src.base), !allocations().on_device(copy.dst.base));
}

HostSide by_kind(const CopyCall& copy) {
  if (copy.kind == hipMemcpyDefault) return by_pointers(copy);
  const bool both = copy.kind == hipMemcpyHostToHost;
  return only_host(copy, both || copy.kind == hipMemcpyHostToDevice, both || copy.kind == hipMemcpyDeviceToHost);
}

HostSide by_types(const CopyCall& copy) {
  if (copy.src.type == hipMemoryTypeUnified || copy.dst.type == hipMemoryTypeUnified) return by_pointers(copy);
  return only_host(copy, copy.src.type == hipMemoryTypeHost, copy.dst.type == hipMemoryTypeHost);
}

HostSide host_side(const CopyCall& copy) {
  HostSide side = HostSide::kNone;
  switch (copy.direction) {
    case CopyCall::kKind:
      side = by_kind(copy);
      break;
    case CopyCall::kTypes:
      side = by_types(copy);
      break;
    case CopyCall::kHostToDevice:
      side = HostSide::kSource;
      break;
    case CopyCall::kDeviceToHost:
      side = HostSide::kDestination;
      break;
    case CopyCall::kDeviceToDevice:
      break;
  }
  if (side == HostSide::kNone) return side;
  // The runtime goes by the address; a program may have said something else. Device memory is not ours to read.
  const CopyEnd& end = side == HostSide::kSource ? copy.src : copy.dst;
  const bool readable = !end.array && end.base != 0 && allocations().find(end.base).memory != Memory::kDevice;
  return readable ? side : HostSide::kNone;
}

struct Host {
  HostSide side = HostSide::kNone;
  const void* base = nullptr;
  Rect rect;

  uint64_t from() const { return word(base) + rect.first; }
  uint64_t end() const { return word(base) + footprint(rect); }
};

// The host side whose bytes belong into the archive, if there is one.
Host host_of(Call& call, const CopyCall& copy) {
  Host host;
  if (!config().content) return host;
  const HostSide side = host_side(copy);
  if (side == HostSide::kNone) return host;
  const CopyEnd& end = side == HostSide::kSource ? copy.src : copy.dst;
  if (!make_rect(&host.rect, copy.width, copy.height, copy.depth, end.place)) {
    call.session().lose("the bytes of a copy whose rectangle leaves 64 bits");
    return host;
  }
  if (host.rect.empty()) return host;
  host.side = side;
  host.base = reinterpret_cast<const void*>(end.base);
  return host;
}

// Whether something under way will still write into the source of an asynchronous copy.
bool will_change(Session& session, const Host& host) { return session.staging.writes_into(host.from(), host.end()); }

// Copies the box that a copy has put into memory of the device.
hipError_t read_memory_back(void* context, void* memory) {
  const auto& landed = *static_cast<const CopyCall*>(context);
  const Place& place = landed.dst.place;
  hipMemcpy3DParms parms{};
  const uint64_t pitch = std::max(place.pitch, landed.width);
  parms.srcPtr = {reinterpret_cast<void*>(landed.dst.base), pitch, pitch, std::max(place.pitch_height, landed.height)};
  parms.srcPos = {place.x, place.y, place.z};
  parms.dstPtr = {memory, landed.width, landed.width, landed.height};
  parms.extent = {landed.width, landed.height, landed.depth};
  parms.kind = hipMemcpyDeviceToHost;
  return HRR_REAL(hipMemcpy3DAsync)(&parms, landed.stream);
}

// The same of an array.
hipError_t read_array_back(void* context, void* memory) {
  const auto& landed = *static_cast<const CopyCall*>(context);
  const Place& place = landed.dst.place;
  if (landed.dst.run) {
    return HRR_REAL(hipMemcpyAtoHAsync)(memory, landed.dst.array, place.x, landed.width, landed.stream);
  }
  HIP_MEMCPY3D parms{};
  parms.srcMemoryType = hipMemoryTypeArray;
  parms.srcArray = landed.dst.array;
  parms.srcXInBytes = place.x;
  parms.srcY = place.y;
  parms.srcZ = place.z;
  parms.dstMemoryType = hipMemoryTypeHost;
  parms.dstHost = memory;
  parms.dstPitch = landed.width;
  parms.dstHeight = landed.height;
  parms.WidthInBytes = landed.width;
  parms.Height = landed.height;
  parms.Depth = landed.depth;
  return HRR_REAL(hipDrvMemcpy3DAsync)(&parms, landed.stream);
}

// Copies what a copy to the device has put there into staging memory: the bytes that landed, whenever that is.
bool stage_landed(Session& session, const Host& host, const CopyCall& copy, Staging::Piece* piece) {
  const auto issue = copy.dst.array ? read_array_back : read_memory_back;
  return session.staging.stage(host.rect.bytes(), copy.stream, issue, const_cast<CopyCall*>(&copy), piece) ==
         Staging::Result::kStaged;
}

// Bytes of an array's element, 0 = not known.
uint64_t element_size(hipArray_t array) {
  if (!array) return 0;
  hipChannelFormatDesc desc{};
  real::QuietErrors quiet;
  if (HRR_REAL(hipGetChannelDesc)(&desc, array) != hipSuccess) return 0;
  return static_cast<uint64_t>(desc.x + desc.y + desc.z + desc.w) / 8;
}

void put_key(uint8_t* record, size_t at, Key key) {
  if (at != 0) std::memcpy(record + at, &key, sizeof key);
}

}  // namespace

void count_bytes(Session& session, CopyCall* copy) {
  if (!copy->src.array && !copy->dst.array) return;
  const uint64_t src = element_size(copy->src.array), dst = element_size(copy->dst.array);
  const uint64_t element = copy->src.array ? src : dst;
  if (element == 0) session.lose("the bytes of a copy of an array whose elements have no known size");
  if (__builtin_mul_overflow(copy->width, element, &copy->width)) copy->width = UINT64_MAX;
  if (copy->src.array) copy->src.place.x *= src;
  if (copy->dst.array) copy->dst.place.x *= dst;
}

void record_copy(Call& call, uint8_t* record, size_t length, const CopyCall& copy, Reissue reissue) {
  Session& session = call.session();
  const Host host = host_of(call, copy);
  Staging::Piece piece;
  if (host.side == HostSide::kSource && copy.blob_at != 0) {
    if (!copy.blocking && will_change(session, host) && stage_landed(session, host, copy, &piece)) {
      const uint64_t at = call.write(record, length);
      session.staging.expect(piece, at ? at + copy.blob_at : 0);
      return;
    }
    put_key(record, copy.blob_at, session.blobs.put(host.base, host.rect));
  } else if (host.side == HostSide::kDestination && copy.expected_at != 0) {
    if (copy.blocking) {
      put_key(record, copy.expected_at, session.blobs.put(host.base, host.rect));
    } else {
      piece.host = host.from();
      piece.host_end = host.end();
      const Staging::Result result =
          session.staging.stage(host.rect.bytes(), copy.stream, reissue.issue, reissue.context, &piece);
      const uint64_t before = session.log.count();
      const uint64_t at = call.write(record, length);
      if (result == Staging::Result::kStaged) {
        session.staging.expect(piece, at ? at + copy.expected_at : 0);
      } else if (result == Staging::Result::kNoRoom && at != 0 && session.log.count() == before + 1) {
        session.staging.remember_unstaged({host.base, host.rect, copy.stream, before + 1, at + copy.expected_at});
      } else {
        session.miss();
      }
      return;
    }
  }
  call.write(record, length);
  if (copy.blocking) session.staging.synced();
}

namespace {

struct SymbolSource {
  const void* from;
  uint64_t size;
  hipStream_t stream;
};

hipError_t copy_from_symbol(void* context, void* memory) {
  const auto* source = static_cast<const SymbolSource*>(context);
  return HRR_REAL(hipMemcpyAsync)(memory, source->from, source->size, hipMemcpyDeviceToHost, source->stream);
}

}  // namespace

void record_symbol_copy(Call& call, const SymbolCopy& symbol) {
  Session& session = call.session();
  const uint64_t address = variable_address(session, symbol.symbol);
  if (address == 0) {
    session.lose("a copy to or from a symbol without a device address");
    return;
  }
  CopyCall copy;
  CopyEnd& device = symbol.to_symbol ? copy.dst : copy.src;
  CopyEnd& other = symbol.to_symbol ? copy.src : copy.dst;
  device.base = address + symbol.offset;
  other.base = reinterpret_cast<uint64_t>(symbol.memory);
  copy.width = symbol.size;
  copy.kind = symbol.kind;
  const Host host = host_of(call, copy);
  Key blob;
  Staging::Piece piece;
  bool staged = false;
  if (host.side == HostSide::kSource || (host.side == HostSide::kDestination && symbol.blocking)) {
    blob = session.blobs.put(host.base, host.rect);
  } else if (host.side == HostSide::kDestination) {
    SymbolSource source{reinterpret_cast<const void*>(device.base), symbol.size, symbol.stream};
    piece.host = host.from();
    piece.host_end = host.end();
    staged = session.staging.stage(symbol.size, symbol.stream, copy_from_symbol, &source, &piece) ==
             Staging::Result::kStaged;
    if (!staged) session.miss();
  }
  const uint64_t hash_at =
      inner_copy(call, symbol.blocking, copy.dst.base, copy.src.base, symbol.size, symbol.kind, symbol.stream, blob);
  if (staged) session.staging.expect(piece, hash_at);
  if (symbol.blocking) session.staging.synced();
}

Key registered_content(Call& call, const void* memory, uint64_t size) {
  return config().content ? call.session().blobs.put(memory, size) : Key{};
}

}  // namespace hrr
