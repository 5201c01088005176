// rows_at_a_guard_page d2h|h2d: a legal copy whose two rows have an unreadable page between them.
#include "check.h"
#include "pages.h"

int main(int argc, char** argv) {
  const bool to_host = argc > 1 && strcmp(argv[1], "d2h") == 0;
  const GuardedPages pages = middle_page_unreadable();
  uint8_t* rows[2] = {pages.middle - 48, pages.third};
  const size_t pitch = static_cast<size_t>(rows[1] - rows[0]);
  uint8_t* device = device_filled(96, 0x21);
  if (to_host) {
    TRY(hipMemcpy2D(rows[0], pitch, device, 48, 48, 2, hipMemcpyDeviceToHost));
  } else {
    fill(rows[0], 48, 0x22);
    fill(rows[1], 48, 0x23);
    TRY(hipMemcpy2D(device, 48, rows[0], pitch, 48, 2, hipMemcpyHostToDevice));
  }
  uint8_t back[96];
  TRY(hipMemcpy(back, device, sizeof back, hipMemcpyDeviceToHost));
  EXPECT(memcmp(rows[0], back, 48) == 0);
  EXPECT(memcmp(rows[1], back + 48, 48) == 0);
  EXPECT(filled_from(0, back, 48, to_host ? 0x21 : 0x22));
  return done();
}
