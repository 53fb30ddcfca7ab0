// MD5 as S3 spells it. Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace stator::server {

// In base64, as manifests have it.
std::string md5_base64(std::string_view bytes);

// The ETag of an object that was uploaded in one part of a multipart upload: "<hex digits>-1".
std::string etag(std::string_view bytes);

}  // namespace stator::server
