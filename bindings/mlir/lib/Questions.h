// Owned objects of the C interface.
#ifndef CALIPERS_LIB_QUESTIONS_H
#define CALIPERS_LIB_QUESTIONS_H

#include "Program.h"

#include "calipers/Analysis.h"

namespace calipers {

// An argument that takes the error of a call and keeps its message.
class Failure {
public:
  explicit Failure(std::string &message) : message(message) { message.clear(); }
  ~Failure() {
    if (!error)
      return;
    message = calipers_error_message(error);
    calipers_error_free(error);
  }
  operator calipers_error **() { return &error; }

private:
  calipers_error *error = nullptr;
  std::string &message;
};

struct Free {
  void operator()(calipers_expression *it) const { calipers_expression_free(it); }
  void operator()(calipers_bound *it) const { calipers_bound_free(it); }
  void operator()(calipers_analysis *it) const { calipers_analysis_free(it); }
};

using Expression = std::unique_ptr<calipers_expression, Free>;
using OwnedBound = std::unique_ptr<calipers_bound, Free>;
using OwnedAnalysis = std::unique_ptr<calipers_analysis, Free>;

// The term of a variable; null if a value of it is not in the program.
Expression expressionOf(Program &program, const Variable &variable, std::string &why);
Expression apply(calipers_operator op, std::initializer_list<const calipers_expression *> operands,
                 std::string &why);

} // namespace calipers

#endif
