// The PTX text that a program is given as its first argument.
#pragma once

#include "check.h"

static inline char* read_image(int count, char** arguments) {
  FILE* file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: %s KERNELS.ptx\n", arguments[0]);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char* text = (char*)calloc(size + 1, 1);
  if (fread(text, 1, size, file) != (size_t)size) exit(2);
  fclose(file);
  return text;
}

struct Kernels {
  hipModule_t module;
  hipFunction_t fill, scale, count, rotate;
};

static inline Kernels load_kernels(int count, char** arguments) {
  Kernels kernels;
  char* text = read_image(count, arguments);
  TRY(hipModuleLoadData(&kernels.module, text));
  free(text);
  TRY(hipModuleGetFunction(&kernels.fill, kernels.module, "fill"));
  TRY(hipModuleGetFunction(&kernels.scale, kernels.module, "scale"));
  TRY(hipModuleGetFunction(&kernels.count, kernels.module, "count_threads"));
  TRY(hipModuleGetFunction(&kernels.rotate, kernels.module, "rotate"));
  return kernels;
}

// Whether device memory holds first, first + 1, ...
static inline bool counts_from(const void* device, uint32_t count, uint32_t first) {
  uint32_t* host = (uint32_t*)malloc(count * 4);
  TRY(hipMemcpy(host, device, count * 4, hipMemcpyDeviceToHost));
  bool good = true;
  for (uint32_t i = 0; i < count; ++i) good = good && host[i] == first + i;
  free(host);
  return good;
}
