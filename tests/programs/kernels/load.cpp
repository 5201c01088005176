// load.cpp - what loading each of the files named says.
#include "check.h"

int main(int count, char** names) {
  for (int i = 1; i < count; ++i) {
    hipModule_t module;
    printf("%s\n", hipGetErrorName(hipModuleLoad(&module, names[i])));
  }
  return done();
}
