// Whether requests are signed by keys that are known here (--auth sigv4): Signature Version 4 in
// the Authorization header or in a presigned query, with the service's errors.
//
// Thread-safe. Nothing of a secret or of a signature gets into an error.
#pragma once

#include <optional>

#include "server/auth/authentication.h"
#include "server/auth/credentials.h"
#include "server/auth/signing_keys.h"

namespace stator {
class Clock;
}  // namespace stator

namespace stator::server {

class SignatureVerifier {
 public:
  // `clock` must outlive the verifier; what requests are dated by is compared with it.
  SignatureVerifier(CredentialStore credentials, const Clock& clock);

  // The fault that the service would report, in its order: form, scope, time, key, token,
  // signature. `request` has passed check_credentials and has its `signed_request`.
  std::optional<AuthFault> verify(const ApiRequest& request);

 private:
  std::optional<AuthFault> check_key(const SignatureClaim& claim, const CredentialScope& scope,
                                     const SignedRequest& request);

  const CredentialStore credentials_;
  const Clock& clock_;
  SigningKeys keys_;
};

}  // namespace stator::server
