#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>
__global__ void add(float*a,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)a[i]+=1;}
int main(){int n=1000;std::vector<float>h(n,1.5f);float*d;hipMalloc((void**)&d,n*4);hipMemcpy(d,h.data(),n*4,hipMemcpyHostToDevice);
for(int i=0;i<3;i++){add<<<dim3(4),dim3(256)>>>(d,n);hipMemcpy(h.data(),d,n*4,hipMemcpyDeviceToHost);}
hipFree(d);printf("%f\n",h[0]);return 0;}
