#include "softhip/state.h"

#include <pthread.h>

#include <cstdlib>

#include "softhip/handles.h"
#include "softhip/stream.h"

namespace softhip {

Device devices[kMaxDevices];
int devices_used = 1;
__thread ThreadState thread_state;

namespace {

pthread_key_t extras_key;

// A thread ends: its default streams go when their work is done.
void end_thread(void* pointer) {
  auto* extras = static_cast<ThreadExtras*>(pointer);
  for (Stream* stream : extras->streams) {
    if (stream != nullptr) destroy_stream(stream);
  }
  thread_state.extras = nullptr;
  delete extras;
}

__attribute__((constructor)) void set_up_devices() {
  pthread_key_create(&extras_key, end_thread);
  if (const char* wanted = std::getenv("SOFTHIP_DEVICES")) {
    const int count = std::atoi(wanted);
    devices_used = count < 0 ? 0 : count > kMaxDevices ? kMaxDevices : count;
  }
  for (int i = 0; i < kMaxDevices; ++i) devices[i].ordinal = i;
}

}  // namespace

ThreadExtras& thread_extras() {
  if (thread_state.extras == nullptr) {
    thread_state.extras = new ThreadExtras();
    pthread_setspecific(extras_key, thread_state.extras);
  }
  return *thread_state.extras;
}

}  // namespace softhip
