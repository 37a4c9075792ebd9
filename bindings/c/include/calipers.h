/* Calipers in C: bounds, ranges and proofs about programs in MLIR form.
 *
 * Errors. A function that can fail takes a `calipers_error **` last, which may be NULL. On failure it returns
 * false or NULL and stores an error there, which the caller frees. On success it does not write to that place.
 * No call unwinds or aborts. A question without an answer is not an error: the verdict is then
 * CALIPERS_UNKNOWN, the range unlimited.
 *
 * Ownership. The caller owns the results of functions named `_new`, `_parse`, `_column`, `_apply`, `_integer`,
 * `_bound`, `_bounds`, `_values`, `_trips` and `_shape`, and every `char *`, and frees them with the `_free` function of their type. Freeing NULL does
 * nothing. An analysis keeps its program and rules alive, so they may be freed in any order; while it
 * lives they can't be changed. Functions copy the strings they are given, which are UTF-8 and end with a 0.
 *
 * Handles (calipers_value and the other numbers) belong to one program. An invalid one is an error.
 *
 * Threads. Only one thread at a time may use an object. Several threads may read a program or rules at once.
 */
#ifndef CALIPERS_H
#define CALIPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct calipers_error calipers_error;
typedef struct calipers_rules calipers_rules;
typedef struct calipers_module calipers_module;
typedef struct calipers_expression calipers_expression;
typedef struct calipers_analysis calipers_analysis;

typedef uint32_t calipers_value;
typedef uint32_t calipers_op;
typedef uint32_t calipers_block;
typedef uint32_t calipers_type;
typedef uint32_t calipers_attribute;

/* The version of the library, as "0.1.0". */
const char *calipers_version(void);

void calipers_string_free(char *text);

/* The message of an error. It lives as long as the error. */
const char *calipers_error_message(const calipers_error *error);
void calipers_error_free(calipers_error *error);

/* Rules, which define the meaning of ops. ------------------------------------------------------- */

/* The built-in rules. */
calipers_rules *calipers_rules_new(void);
/* Adds the rules of a file, whose text is `source`; `name` is for messages. */
bool calipers_rules_load(calipers_rules *rules, const char *name, const char *source,
                         calipers_error **error);
/* Whether the rules say anything about the op of that name. */
bool calipers_rules_mention(const calipers_rules *rules, const char *op);
void calipers_rules_free(calipers_rules *rules);

/* Programs. ------------------------------------------------------------------------------------- */

/* Parses a program; `file` is its name in messages. Ops of unknown dialects are allowed. */
calipers_module *calipers_module_parse(const char *source, const char *file, calipers_error **error);
/* The same, with the `(syntax …)` that rules declare, unless `rules` is null. `lenient` keeps an op that
 * cannot be read as text, about which nothing is assumed. */
calipers_module *calipers_module_parse_with(const char *source, const char *file, const calipers_rules *rules,
                                            bool lenient, calipers_error **error);
/* A program of a `builtin.module` with one empty block, to which functions are added: ops directly in
 * a module have no order, so the engine infers little about their values. */
calipers_module *calipers_module_new(void);
void calipers_module_free(calipers_module *module);
/* The program in MLIR's syntax. */
char *calipers_module_text(const calipers_module *module);

/* A type or an attribute from its text: "tensor<?x4xf32>", "4 : i64". */
bool calipers_module_type(calipers_module *module, const char *source, calipers_type *type,
                          calipers_error **error);
bool calipers_module_attribute(calipers_module *module, const char *source,
                               calipers_attribute *attribute, calipers_error **error);

typedef struct calipers_named_attribute {
  const char *name;
  calipers_attribute value;
} calipers_named_attribute;

typedef struct calipers_op_state {
  const char *name; /* with its dialect: "arith.addi" */
  const calipers_value *operands;
  size_t operand_count;
  const calipers_type *result_types;
  size_t result_count;
  const calipers_named_attribute *attributes; /* properties too */
  size_t attribute_count;
  size_t region_count;
} calipers_op_state;

/* Appends an op to a block. Its regions are empty, it has no successors. The call does not check whether
 * it is a valid op of its dialect; the engine infers nothing about an invalid op. */
bool calipers_module_add_op(calipers_module *module, calipers_block block,
                            const calipers_op_state *state, calipers_op *op, calipers_error **error);
/* Appends a block to a region of an op. Regions nest 256 deep at most. */
bool calipers_module_add_block(calipers_module *module, calipers_op op, size_t region,
                               const calipers_type *argument_types, size_t argument_count,
                               calipers_block *block, calipers_error **error);
/* Operands and successors may be set after all ops were added, for uses that precede definitions. */
bool calipers_module_set_operands(calipers_module *module, calipers_op op,
                                  const calipers_value *operands, size_t operand_count,
                                  calipers_error **error);
bool calipers_module_set_successors(calipers_module *module, calipers_op op,
                                    const calipers_block *blocks, size_t block_count,
                                    calipers_error **error);

/* The `builtin.module` that holds all ops; its region 0 has block 0. */
bool calipers_module_top(const calipers_module *module, calipers_op *op, calipers_error **error);
bool calipers_module_block(const calipers_module *module, calipers_op op, size_t region, size_t index,
                           calipers_block *block, calipers_error **error);
bool calipers_module_result(const calipers_module *module, calipers_op op, size_t index,
                            calipers_value *value, calipers_error **error);
bool calipers_module_argument(const calipers_module *module, calipers_block block, size_t index,
                              calipers_value *value, calipers_error **error);
/* The value with that name in the parsed text: "%size". Fails if several values have the name. */
bool calipers_module_find_value(const calipers_module *module, const char *name,
                                calipers_value *value, calipers_error **error);
/* The op that defines a value, or that owns the region of the block whose argument it is. */
bool calipers_module_defining_op(const calipers_module *module, calipers_value value, calipers_op *op,
                                 calipers_error **error);

typedef struct calipers_source_location {
  char *file; /* the caller frees it with calipers_string_free */
  uint32_t line; /* from 1, as is the column */
  uint32_t column;
} calipers_source_location;

/* The position of an op in the text that it was parsed from. */
bool calipers_module_location(const calipers_module *module, calipers_op op,
                              calipers_source_location *location, calipers_error **error);

/* Terms. ---------------------------------------------------------------------------------------- */

typedef enum calipers_column_kind {
  CALIPERS_VALUE,    /* an index, or the signed reading of another integer */
  CALIPERS_UNSIGNED, /* the unsigned reading of an integer; a true i1 is 1 */
  CALIPERS_DIM,      /* the size of dimension `index` */
  CALIPERS_STRIDE,   /* the stride of dimension `index` of a memref, in elements */
  CALIPERS_OFFSET,   /* the offset of a memref, in elements */
  CALIPERS_RANK,
  CALIPERS_ELEMENT, /* element `index` of a one-dimensional shape */
  CALIPERS_SYMBOL,  /* a free variable, by its number `index`; `value` is ignored */
  CALIPERS_TRIP     /* the number of earlier iterations of the loop whose induction variable is `value` */
} calipers_column_kind;

/* An integer quantity of a value, which can be bounded. */
typedef struct calipers_column {
  uint32_t kind; /* calipers_column_kind */
  calipers_value value;
  uint32_t index;
} calipers_column;

/* Integers are unbounded. x floordiv 0, ceildiv and truncdiv are 0; x mod 0 and truncmod are x.
 * Conditions are terms that are 0 or 1: MIN is "and", MAX is "or". */
typedef enum calipers_operator {
  CALIPERS_ADD,       /* any number of operands */
  CALIPERS_MUL,       /* any number of operands */
  CALIPERS_FLOORDIV,  /* rounds down */
  CALIPERS_CEILDIV,   /* rounds up */
  CALIPERS_MOD,       /* of CALIPERS_FLOORDIV */
  CALIPERS_TRUNCDIV,  /* rounds to 0 */
  CALIPERS_TRUNCMOD,  /* of CALIPERS_TRUNCDIV */
  CALIPERS_MIN,       /* any number of operands */
  CALIPERS_MAX,       /* any number of operands */
  CALIPERS_SELECT,    /* condition, then, else */
  CALIPERS_LE,
  CALIPERS_EQ,
  CALIPERS_LT,
  CALIPERS_NE,
  CALIPERS_GE,
  CALIPERS_GT,
  CALIPERS_NOT,
  CALIPERS_SUB
} calipers_operator;

calipers_expression *calipers_expression_integer(int64_t value);
calipers_expression *calipers_expression_column(calipers_column column, calipers_error **error);
/* Copies the operands, which the caller still owns. Terms nest 500 deep at most: build long sums in one call. */
calipers_expression *calipers_expression_apply(uint32_t op /* calipers_operator */,
                                               const calipers_expression *const *operands,
                                               size_t operand_count, calipers_error **error);
/* The term in the notation of scripts: "(+ %i 1)". `module`, for the names of values, may be NULL. NULL if a column is
 * not of that module. */
char *calipers_expression_text(const calipers_expression *expression, const calipers_module *module);
void calipers_expression_free(calipers_expression *expression);

typedef enum calipers_node_kind {
  CALIPERS_NODE_INTEGER,
  CALIPERS_NODE_COLUMN,
  CALIPERS_NODE_APPLY /* an operator with operands */
} calipers_node_kind;

/* A node of a term. Only the fields of its kind count; integers have any number of digits. */
typedef struct calipers_node {
  uint32_t kind; /* calipers_node_kind */
  uint32_t op;   /* calipers_operator, of those up to CALIPERS_EQ */
  calipers_column column;
  const char *integer; /* in decimal digits, with a sign if it is negative */
  const uint32_t *operands; /* the numbers of other nodes, which are greater than that of this one */
  size_t operand_count;
} calipers_node;

/* The nodes of a term as data; the first one is the whole term. They live as long as the term. */
const calipers_node *calipers_expression_nodes(const calipers_expression *expression, size_t *count);

/* Questions. ------------------------------------------------------------------------------------ */

/* The point of a question: the answer uses the facts that hold there. */
typedef enum calipers_place {
  CALIPERS_DEFAULT, /* right after the latest definition among the values of the term; `op` is ignored */
  CALIPERS_BEFORE,  /* right before `op` */
  CALIPERS_AFTER    /* right after `op` */
} calipers_place;

typedef struct calipers_point {
  uint32_t place; /* calipers_place */
  calipers_op op;
} calipers_point;

typedef enum calipers_verdict {
  CALIPERS_UNKNOWN,
  CALIPERS_PROVED,     /* the condition holds in every run that reaches the point */
  CALIPERS_REFUTED,    /* the condition fails in every run that reaches the point */
  CALIPERS_UNREACHABLE /* no run reaches the point */
} calipers_verdict;

/* All values lie in [lower, upper], if these ends exist, and are `residue` modulo `modulus`; with a
 * modulus of 0, `residue` is the only value. An end that does not fit into 64 bits is left out. */
typedef struct calipers_range {
  bool has_lower;
  bool has_upper;
  bool is_empty; /* the point is unreachable */
  int64_t lower;
  int64_t upper;
  int64_t modulus;
  int64_t residue;
} calipers_range;

typedef enum calipers_bound_kind { CALIPERS_LOWER, CALIPERS_UPPER, CALIPERS_EQUAL } calipers_bound_kind;

typedef enum calipers_slice_relation {
  CALIPERS_OVERLAPS,   /* they have an element in common */
  CALIPERS_EQUIVALENT, /* they have the same sizes and, at each index, the same element */
  CALIPERS_CONTAINS    /* every element of the second is one of the first */
} calipers_slice_relation;

/* An analysis caches results for later questions: use one analysis for all questions about a program. */
calipers_analysis *calipers_analysis_new(const calipers_module *module, const calipers_rules *rules,
                                         calipers_error **error);
void calipers_analysis_free(calipers_analysis *analysis);

bool calipers_analysis_range(calipers_analysis *analysis, const calipers_expression *expression,
                             calipers_point point, calipers_range *range, calipers_error **error);
/* A bound in terms of these columns and numbers; both lower and upper bounds are inclusive. If there is
 * none, the error says why. */
calipers_expression *calipers_analysis_bound(calipers_analysis *analysis,
                                             uint32_t kind /* calipers_bound_kind */,
                                             const calipers_expression *expression,
                                             calipers_point point, const calipers_column *columns,
                                             size_t column_count, calipers_error **error);
/* All bounds that no other one implies. If there is none, the error says why. */
typedef struct calipers_bounds calipers_bounds;
calipers_bounds *calipers_analysis_bounds(calipers_analysis *analysis,
                                          uint32_t kind /* calipers_bound_kind */,
                                          const calipers_expression *expression,
                                          calipers_point point, const calipers_column *columns,
                                          size_t column_count, calipers_error **error);
size_t calipers_bounds_count(const calipers_bounds *bounds);
/* Whether each bound holds by itself; else only the least of the lower or the greatest of the upper ones. */
bool calipers_bounds_each_holds(const calipers_bounds *bounds);
/* A bound, which lives as long as the bounds; NULL if there are not as many. */
const calipers_expression *calipers_bounds_get(const calipers_bounds *bounds, size_t index);
void calipers_bounds_free(calipers_bounds *bounds);

/* How often a loop op iterates, in terms of values before it. If no rule states it, the error says so. */
calipers_expression *calipers_analysis_trips(calipers_analysis *analysis, calipers_op loop,
                                             calipers_error **error);
/* The sizes of a value of that rank in terms of arguments of functions: stores a term for each dimension, or NULL. */
bool calipers_analysis_shape(calipers_analysis *analysis, calipers_value value, calipers_point point,
                             calipers_expression **sizes, size_t rank, calipers_error **error);
/* Stores a calipers_verdict in `verdict`. A condition compares, or combines comparisons: a term that is any other integer
 * is an error, here and wherever a condition is expected. */
bool calipers_analysis_prove(calipers_analysis *analysis, const calipers_expression *condition,
                             calipers_point point, uint32_t *verdict, calipers_error **error);
/* Integers that satisfy the known facts but violate the condition, one `TERM = INTEGER` per line; the caller
 * frees the string. NULL if a bounded search finds none. */
char *calipers_analysis_counterexample(calipers_analysis *analysis,
                                       const calipers_expression *condition, calipers_point point,
                                       calipers_error **error);
/* The same as data: terms with their values. NULL if a bounded search finds none. */
typedef struct calipers_assignment calipers_assignment;
calipers_assignment *calipers_analysis_counterexample_values(calipers_analysis *analysis,
                                                             const calipers_expression *condition,
                                                             calipers_point point,
                                                             calipers_error **error);
size_t calipers_assignment_count(const calipers_assignment *assignment);
/* A term, and its value in decimal digits, with a sign if it is negative. Both live as long as the assignment; NULL if
 * there are not as many. */
const calipers_expression *calipers_assignment_term(const calipers_assignment *assignment,
                                                    size_t index);
const char *calipers_assignment_value(const calipers_assignment *assignment, size_t index);
void calipers_assignment_free(calipers_assignment *assignment);
/* Like calipers_analysis_prove, with the text of the proof that the checker has accepted; NULL if there is none. */
bool calipers_analysis_explain(calipers_analysis *analysis, const calipers_expression *condition,
                               calipers_point point, uint32_t *verdict, char **proof,
                               calipers_error **error);
/* The ops that the proof of a condition assumes not to give poison (casts, slices, sums that may not
 * wrap), one `name:line` per line; the caller frees the string. NULL if there is no proof. */
char *calipers_analysis_relies_on(calipers_analysis *analysis, const calipers_expression *condition,
                                  calipers_point point, calipers_error **error);
/* --- two instances of accesses, and counts --- */

/* An answer: a calipers_verdict, and the answer as a text, with two instances or what is missing. The caller frees the
 * text. CALIPERS_REFUTED: these instances occur in an execution that was replayed. */
typedef struct calipers_instances_answer {
  uint32_t verdict;
  char *text;
} calipers_instances_answer;

/* Whether no two different instances (iterations, threads) of two accesses touch the same element. `within` is the op
 * of a loop in whose iterations they differ, or -1 for any. Arguments of the function may share memory, unless they are
 * stated to be distinct. Assumptions of the analysis are not used. */
bool calipers_analysis_conflict(calipers_analysis *analysis, calipers_op first, calipers_op second,
                                int64_t within, bool distinct_arguments,
                                calipers_instances_answer *answer, calipers_error **error);
/* Whether all elements of an access are elements of its buffer. */
bool calipers_analysis_in_bounds(calipers_analysis *analysis, calipers_op access,
                                 calipers_instances_answer *answer, calipers_error **error);
/* How often one execution of the function executes an op; exactly, or at most. NULL, with the reason, if there is no
 * number. The caller frees the expression. */
calipers_expression *calipers_analysis_executions(calipers_analysis *analysis, calipers_op op,
                                                  bool *is_exact, calipers_error **error);
/* The number of distinct elements of a buffer that loads and stores touch; as above. */
calipers_expression *calipers_analysis_footprint(calipers_analysis *analysis, calipers_value buffer,
                                                 bool *is_exact, calipers_error **error);
/* The most bytes that the buffers which a function allocates hold at once; as above. */
calipers_expression *calipers_analysis_peak(calipers_analysis *analysis, calipers_op function,
                                            bool *is_exact, calipers_error **error);

/* How two slices relate that two ops such as tensor.extract_slice and tensor.insert_slice extract from one
 * value or write to it. Fails if the ops have no common source value. */
bool calipers_analysis_relate_slices(calipers_analysis *analysis, calipers_op first,
                                     uint32_t relation /* calipers_slice_relation */,
                                     calipers_op second, calipers_point point, uint32_t *verdict,
                                     calipers_error **error);

/* The same for slices of one value, given by an offset, a size and a stride for each of `rank` dimensions. */
bool calipers_analysis_relate_terms(calipers_analysis *analysis, size_t rank,
                                    const calipers_expression *const *first,
                                    uint32_t relation /* calipers_slice_relation */,
                                    const calipers_expression *const *second, calipers_point point,
                                    uint32_t *verdict, calipers_error **error);

/* Assumes a condition until the current scope is closed. */
bool calipers_analysis_assume(calipers_analysis *analysis, const calipers_expression *condition,
                              calipers_error **error);
bool calipers_analysis_push(calipers_analysis *analysis, calipers_error **error);
bool calipers_analysis_pop(calipers_analysis *analysis, calipers_error **error);

/* Bounds in terms of columns that a function admits. ------------------------------------------------ */

/* Whether a bound may mention a column. The function must not ask the same analysis. */
typedef bool (*calipers_admits)(void *context, calipers_column column);

typedef enum calipers_step_kind {
  CALIPERS_STEP_CONSTANT, /* pushes `value` */
  CALIPERS_STEP_OPERAND,  /* pushes the operand number `value` */
  CALIPERS_STEP_ADD,      /* this and the following pop two terms and push one */
  CALIPERS_STEP_MUL,
  CALIPERS_STEP_FLOORDIV,
  CALIPERS_STEP_CEILDIV,
  CALIPERS_STEP_MOD
} calipers_step_kind;

/* A step that computes an expression on a stack. */
typedef struct calipers_step {
  uint32_t kind; /* calipers_step_kind */
  int64_t value;
} calipers_step;

/* An affine expression over columns, its operands. */
typedef struct calipers_bound calipers_bound;

/* A bound in terms of the columns for which `admits` returns true; a number if `admits` is NULL. Lower and upper
 * bounds are inclusive. If there is none, the error says why. */
calipers_bound *calipers_analysis_bound_where(calipers_analysis *analysis,
                                              uint32_t kind /* calipers_bound_kind */,
                                              const calipers_expression *expression,
                                              calipers_point point, calipers_admits admits,
                                              void *context, calipers_error **error);
/* A constant bound for little work: about a linear program, without a distinction of cases. It may be weaker than the
 * other bounds. (An analysis that is not of a live program has one strength for all questions.) */
bool calipers_analysis_quick_bound(calipers_analysis *analysis,
                                   uint32_t kind /* calipers_bound_kind */,
                                   const calipers_expression *expression, calipers_point point,
                                   int64_t *value, calipers_error **error);

/* The values that equal vscale, in program order, and the range of vscale. */
typedef struct calipers_scale {
  const calipers_value *values;
  size_t value_count;
  uint32_t least;
  uint32_t greatest;
} calipers_scale;

/* An inclusive bound in terms of vscale alone: a number, or a function of the first of the values that exists at
 * the point. */
calipers_bound *calipers_analysis_scalable_bound(calipers_analysis *analysis,
                                                 uint32_t kind /* calipers_bound_kind */,
                                                 const calipers_expression *expression,
                                                 calipers_point point, calipers_scale scale,
                                                 calipers_error **error);
/* The operands, and the steps that compute the bound from them. The arrays live as long as the bound. */
const calipers_column *calipers_bound_operands(const calipers_bound *bound, size_t *count);
const calipers_step *calipers_bound_steps(const calipers_bound *bound, size_t *count);
void calipers_bound_free(calipers_bound *bound);

/* The ranges of many integers. ------------------------------------------------------------------- */

typedef struct calipers_word_query {
  calipers_value value;
  calipers_point point; /* CALIPERS_DEFAULT: wherever the value exists */
} calipers_word_query;

/* The signed and the unsigned reading of an integer or index, or of each element of a vector or tensor of these, lie
 * between these numbers. Unknown for other types, for integers of more than 64 bits and for values that do not exist
 * in any run. */
typedef struct calipers_word {
  bool is_known;
  int64_t least_signed;
  int64_t greatest_signed;
  uint64_t least_unsigned;
  uint64_t greatest_unsigned;
} calipers_word;

/* Computes the ranges of all integers in the op `root` by one data-flow analysis, and stores one word for each query.
 * `sweeps` is how often ranges of loops are narrowed: with 0 they are those of MLIR's analysis, including its
 * mistake for `ceildivsi` of the least integer; 2 is usual. */
bool calipers_analysis_words(calipers_analysis *analysis, calipers_op root, uint32_t sweeps,
                             const calipers_word_query *queries, calipers_word *words, size_t count,
                             calipers_error **error);

/* Live programs. ----------------------------------------------------------------------------------- */

/* A live program stays where it is, in the IR of the caller, and is read through callbacks. Questions read only
 * what they need, and every part once, until a change of it is reported.
 *
 * The caller numbers values, ops, blocks, regions, types and attributes, each kind from 0 and without large gaps.
 * Values are numbered in program order as far as possible: the order of numbers decides which of several equal answers is
 * given. Op 0 is the outermost op. Equal types and equal attributes have equal numbers. A number is never used for
 * another thing later, also not if the first one is erased.
 *
 * Callbacks return false for what does not exist. What they store in a view must stay valid until the next
 * call of a callback. They must not call functions of this library. */
typedef uint32_t calipers_region;

#define CALIPERS_NONE UINT32_MAX

/* Text that need not end with a 0. */
typedef struct calipers_text {
  const char *data;
  size_t size;
} calipers_text;

typedef struct calipers_value_view {
  bool is_argument; /* of a block; else it is a result of an op */
  uint32_t owner;   /* the block or the op */
  uint32_t index;   /* the position among its arguments or results */
  calipers_type type;
} calipers_value_view;

/* A range of operands. */
typedef struct calipers_span {
  uint32_t start;
  uint32_t size;
} calipers_span;

typedef struct calipers_op_view {
  calipers_text name; /* with its dialect: "arith.addi" */
  const calipers_value *operands;
  size_t operand_count;
  const calipers_value *results;
  size_t result_count;
  const calipers_region *regions;
  size_t region_count;
  const calipers_block *successors;
  const calipers_span *successor_operands; /* the operands that become the arguments of each successor */
  size_t successor_count;
  calipers_block block; /* CALIPERS_NONE for the outermost op */
} calipers_op_view;

typedef struct calipers_block_view {
  const calipers_value *arguments;
  size_t argument_count;
  const calipers_op *ops;
  size_t op_count;
  calipers_region region;
} calipers_block_view;

typedef struct calipers_region_view {
  const calipers_block *blocks; /* the entry first */
  size_t block_count;
  calipers_op parent;
  bool has_ssa_dominance; /* false for graph regions, as that of a builtin.module */
} calipers_region_view;

typedef enum calipers_attribute_kind {
  CALIPERS_ATTRIBUTE_UNIT,
  CALIPERS_ATTRIBUTE_BOOL,     /* `integer` is 0 or 1 */
  CALIPERS_ATTRIBUTE_INTEGER,  /* `integer`, read as signed */
  CALIPERS_ATTRIBUTE_STRING,   /* `text` */
  CALIPERS_ATTRIBUTE_INTEGERS, /* `integers`: a list of integers of any width */
  CALIPERS_ATTRIBUTE_SYMBOL,   /* `text`: the name without the first `@` */
  CALIPERS_ATTRIBUTE_OTHER     /* anything else; the library asks for its text */
} calipers_attribute_kind;

typedef struct calipers_attribute_view {
  calipers_attribute number;
  uint32_t kind; /* calipers_attribute_kind */
  int64_t integer;
  calipers_text text;
  const int64_t *integers;
  size_t integer_count;
} calipers_attribute_view;

typedef struct calipers_location_view {
  calipers_text file;
  uint32_t line; /* from 1, as is the column */
  uint32_t column;
} calipers_location_view;

typedef struct calipers_callbacks {
  void *context; /* the first argument of every callback */
  bool (*value)(void *context, calipers_value value, calipers_value_view *view);
  bool (*op)(void *context, calipers_op op, calipers_op_view *view);
  bool (*block)(void *context, calipers_block block, calipers_block_view *view);
  bool (*region)(void *context, calipers_region region, calipers_region_view *view);
  /* A type or an attribute as MLIR prints it; asked for once. */
  bool (*type_text)(void *context, calipers_type type, calipers_text *text);
  /* The attribute or property `name` of an op; false if the op does not have it. */
  bool (*attribute)(void *context, calipers_op op, const char *name, size_t name_size,
                    calipers_attribute_view *view);
  bool (*attribute_text)(void *context, calipers_attribute attribute, calipers_text *text);
  /* The op that the symbol `name` denotes, looked up from `from` outwards; or CALIPERS_NONE. */
  calipers_op (*symbol)(void *context, calipers_op from, const char *name, size_t name_size);
  /* The ops that use a value, in program order, each once. */
  bool (*users)(void *context, calipers_value value, const calipers_op **ops, size_t *count);
  /* For proofs and messages: the name of a value as `%x`, and the source position of an op. */
  bool (*value_name)(void *context, calipers_value value, calipers_text *text);
  bool (*location)(void *context, calipers_op op, calipers_location_view *view);
} calipers_callbacks;

typedef enum calipers_flags {
  /* The answers serve to rewrite the program: an op that can be executed speculatively says nothing about its
   * operands. */
  CALIPERS_FOR_REWRITING = 1,
  /* Integers of fixed width do not wrap, as in MLIR's value bounds. */
  CALIPERS_UNBOUNDED_INTEGERS = 2
} calipers_flags;

/* An analysis of a live program. It copies the callbacks. It has no assumptions: the functions that assume, push
 * and pop fail. */
calipers_analysis *calipers_analysis_new_live(const calipers_callbacks *callbacks,
                                              const calipers_rules *rules,
                                              uint32_t flags /* calipers_flags */,
                                              calipers_error **error);

/* Every change must be reported, and only results that depend on it are derived again:
 * - changed: operands, attributes, types, successors of an op, or the blocks in its regions and their arguments; before
 *   or after the change. If uses of a value are replaced, the users are changed.
 * - inserted: after the insertion, with all its regions.
 * - moved: after an op has left the block `from` for another place.
 * - erased: before the removal.
 * - forget: anything may have changed. */
bool calipers_analysis_op_changed(calipers_analysis *analysis, calipers_op op, calipers_error **error);
bool calipers_analysis_op_inserted(calipers_analysis *analysis, calipers_op op,
                                   calipers_error **error);
bool calipers_analysis_op_moved(calipers_analysis *analysis, calipers_op op, calipers_block from,
                                calipers_error **error);
bool calipers_analysis_op_erased(calipers_analysis *analysis, calipers_op op, calipers_error **error);
bool calipers_analysis_forget(calipers_analysis *analysis, calipers_error **error);

#ifdef __cplusplus
}
#endif

#endif
