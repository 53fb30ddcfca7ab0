// Small files that the command line names: certificates, keys, credentials.
#pragma once

#include <stdexcept>
#include <string>

namespace stator::server {

// The message names the file and says why, in one line.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Everything in the file. Throws FileError when it cannot be read, or is larger than a file of its
// kind ever is (1 MiB). Safe from any thread.
std::string read_small_file(const std::string& path);

}  // namespace stator::server
