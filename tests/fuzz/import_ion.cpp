// Ion text of imports: any text is rows and faults; a row written as a line is read as the same
// row.
#include "engine/export_job.h"
#include "tests/fuzz/import_rows.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stator::fuzz::check_rows(stator::fuzz::text_of(data, size), stator::server::make_ion_reader,
                           stator::engine::DataFormat::kIon);
  return 0;
}
