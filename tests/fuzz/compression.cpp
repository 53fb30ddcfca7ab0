// gzip and Zstandard: any bytes are data or a fault, a piece at a time; what is compressed comes
// back as it was, also when it is followed by more of its kind.
#include "server/transfers/compression.h"

#include <zstd.h>

#include <string>

#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

using engine::InputCompression;

constexpr std::size_t kOutputMax = std::size_t{1} << 22;

// What comes out, as far as one wants to wait.
std::string decompress(InputCompression compression, std::string bytes, std::size_t piece) {
  const auto decompressor = server::make_decompressor(compression, std::move(bytes));
  std::string out;
  while (decompressor->next(out, piece) && out.size() < kOutputMax) {
  }
  return out;
}

std::string compress(InputCompression compression, std::string_view bytes) {
  if (compression == InputCompression::kGzip) {
    server::GzipWriter writer;
    writer.append(bytes);
    return writer.finish();
  }
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

}  // namespace
}  // namespace stator::fuzz

// The first byte chooses the format and the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stator::fuzz::decompress;
  if (size == 0) return 0;
  const auto format = data[0] % 2 == 0 ? stator::engine::InputCompression::kGzip
                                       : stator::engine::InputCompression::kZstd;
  const std::size_t piece = 1 + std::size_t{data[0]} * 7;
  const std::string bytes(stator::fuzz::text_of(data + 1, size - 1));
  try {
    decompress(format, bytes, piece);
  } catch (const stator::server::TransferError&) {
    // An answer like any other.
  }
  const std::string once = stator::fuzz::compress(format, bytes);
  stator::fuzz::require(decompress(format, once, piece) == bytes, "what was compressed comes back");
  stator::fuzz::require(decompress(format, once + once, piece) == bytes + bytes,
                        "two members are the text of both");
  return 0;
}
