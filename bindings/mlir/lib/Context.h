// The analyses that the static functions use.
#ifndef CALIPERS_LIB_CONTEXT_H
#define CALIPERS_LIB_CONTEXT_H

#include "calipers/Analysis.h"

namespace calipers {

// An analysis for one question about some values; null if no op contains them all.
class Borrowed {
public:
  explicit Borrowed(llvm::ArrayRef<const Variable *> variables);
  ~Borrowed();
  Borrowed(const Borrowed &) = delete;
  Borrowed &operator=(const Borrowed &) = delete;

  explicit operator bool() const { return analysis; }
  Analysis *operator->() const { return analysis; }

private:
  Analysis *analysis = nullptr;
  // For a question within a question, which must not disturb the other's analysis.
  std::unique_ptr<Analysis> temporary;
  bool isBusy = false;
};

// Why the last question on this thread has no answer.
std::string &lastReason();

} // namespace calipers

#endif
