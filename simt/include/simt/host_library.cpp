// What the C++ library has compiled of its containers, and a few functions of C's, once more: simt-cc
// compiles this file with an object that calls any of it, so host code's accesses in here are seen like its
// own. By their symbols, since the library's headers would take longer to compile than all of this. What
// could tell of the machine tells the same on each: a clock moves on at each look. base/library_functions.hpp
// has the list of the names.
#include <stddef.h>
#include <stdint.h>

#include <simt/keywords.hpp>

namespace simt::host {
void require_host_caller();
}

// Not in an anonymous namespace: a function of its types would be unknown outside of this file.
struct Node {  // std::_Rb_tree_node_base
  enum Colour { red, black } colour;
  Node *parent, *left, *right;
};

struct Link {  // std::__detail::_List_node_base
  Link *next, *previous;
};

struct RehashPolicy {  // std::__detail::_Prime_rehash_policy
  float most_load;
  size_t next_resize;
};

struct Rehash {  // std::pair<bool, size_t>
  bool due;
  size_t buckets;
};

struct Quotient {  // div_t
  int quotient, remainder;
};

struct LongQuotient {  // ldiv_t
  long quotient, remainder;
};

namespace {

Node* lowest(Node* node) {
  while (node->left != nullptr) node = node->left;
  return node;
}

Node* highest(Node* node) {
  while (node->right != nullptr) node = node->right;
  return node;
}

// The end is a red node whose parent is the root, and whose children are the first and the last.
Node* after(Node* node) {
  if (node->right != nullptr) return lowest(node->right);
  Node* above = node->parent;
  for (; node == above->right; above = above->parent) node = above;
  return node->right == above ? node : above;
}

Node* before(Node* node) {
  if (node->colour == Node::red && node->parent->parent == node) return node->right;
  if (node->left != nullptr) return highest(node->left);
  Node* above = node->parent;
  for (; node == above->left; above = above->parent) node = above;
  return above;
}

// `with` takes the place of `node` under the node above it.
void replace(Node* node, Node* with, Node*& root) {
  Node* const above = node->parent;
  if (node == root)
    root = with;
  else
    (node == above->left ? above->left : above->right) = with;
  if (with != nullptr) with->parent = above;
}

// The child on the other side comes up.
void rotate(Node* node, Node* Node::*side, Node* Node::*other, Node*& root) {
  Node* const up = node->*other;
  node->*other = up->*side;
  if (up->*side != nullptr) (up->*side)->parent = node;
  replace(node, up, root);
  up->*side = node;
  node->parent = up;
}

bool is_black(const Node* node) { return node == nullptr || node->colour == Node::black; }

void balance_after_insert(Node* node, Node*& root) {
  while (node != root && node->parent->colour == Node::red) {
    Node *above = node->parent, *top = above->parent;
    Node* Node::*const side = above == top->left ? &Node::left : &Node::right;
    Node* Node::*const other = above == top->left ? &Node::right : &Node::left;
    if (Node* const uncle = top->*other; !is_black(uncle)) {
      above->colour = uncle->colour = Node::black;
      top->colour = Node::red;
      node = top;
      continue;
    }
    if (node == above->*other) {
      rotate(above, side, other, root);
      node = above;
      above = node->parent;
    }
    above->colour = Node::black;
    top->colour = Node::red;
    rotate(top, other, side, root);
  }
  root->colour = Node::black;
}

// `node`, which may be null, is under `above`, and a black node too few is on the ways through it.
void balance_after_erase(Node* node, Node* above, Node*& root) {
  while (node != root && is_black(node)) {
    Node* Node::*const side = node == above->left ? &Node::left : &Node::right;
    Node* Node::*const other = node == above->left ? &Node::right : &Node::left;
    Node* beside = above->*other;
    if (beside->colour == Node::red) {
      beside->colour = Node::black;
      above->colour = Node::red;
      rotate(above, side, other, root);
      beside = above->*other;
    }
    if (is_black(beside->left) && is_black(beside->right)) {
      beside->colour = Node::red;
      node = above;
      above = above->parent;
      continue;
    }
    if (is_black(beside->*other)) {
      (beside->*side)->colour = Node::black;
      beside->colour = Node::red;
      rotate(beside, other, side, root);
      beside = above->*other;
    }
    beside->colour = above->colour;
    above->colour = Node::black;
    (beside->*other)->colour = Node::black;
    rotate(above, side, other, root);
    break;
  }
  if (node != nullptr) node->colour = Node::black;
}

/// Begins the function with this symbol.
#define LIBRARY(SYMBOL, RESULT, NAME, ...)  \
  RESULT NAME(__VA_ARGS__) __asm__(SYMBOL); \
  RESULT NAME(__VA_ARGS__)
#define HOST simt::host::require_host_caller()

unsigned random_state = 1;

/// What a character is in the locale "C".
enum CharacterClass {
  kUpper = 1,
  kLower = 2,
  kDigit = 4,
  kHexLetter = 8,
  kSpace = 16,
  kPunctuation = 32,
  kAlpha = kUpper | kLower
};

int class_of(int c) {
  const auto within = [c](int first, int last) { return c >= first && c <= last; };
  if (within('0', '9')) return kDigit;
  if (within('A', 'Z')) return kUpper | (c <= 'F' ? kHexLetter : 0);
  if (within('a', 'z')) return kLower | (c <= 'f' ? kHexLetter : 0);
  if (c == ' ' || within('\t', '\r')) return kSpace;
  return within('!', '~') ? kPunctuation : 0;
}

bool is_one_of(char c, const char* set) {
  for (; *set != '\0'; ++set) {
    if (*set == c) return true;
  }
  return false;
}

void swap_bytes(char* a, char* b, size_t count) {
  for (size_t i = 0; a != b && i < count; ++i) {
    const char was = a[i];
    a[i] = b[i];
    b[i] = was;
  }
}

long nanoseconds() {
  HOST;
  static long now = 1'000'000'000;
  return now += 1000;
}

}  // namespace

// --- std::map, std::set and their kin

LIBRARY("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", Node*, increment, Node* node) {
  HOST;
  return after(node);
}
LIBRARY("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", const Node*, increment, const Node* node) {
  HOST;
  return after(const_cast<Node*>(node));
}
LIBRARY("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", Node*, decrement, Node* node) {
  HOST;
  return before(node);
}
LIBRARY("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", const Node*, decrement, const Node* node) {
  HOST;
  return before(const_cast<Node*>(node));
}

LIBRARY("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", void, insert, bool is_left,
        Node* node, Node* above, Node& end) {
  HOST;
  node->parent = above;
  node->left = node->right = nullptr;
  node->colour = Node::red;
  if (above == &end) {
    end.parent = end.left = end.right = node;
  } else if (is_left) {
    above->left = node;
    if (above == end.left) end.left = node;
  } else {
    above->right = node;
    if (above == end.right) end.right = node;
  }
  balance_after_insert(node, end.parent);
}

LIBRARY("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", Node*, erase, Node* node, Node& end) {
  HOST;
  Node*& root = end.parent;
  Node *below, *above;
  Node::Colour lost = node->colour;
  if (node->left != nullptr && node->right != nullptr) {
    Node* const next = lowest(node->right);
    lost = next->colour;
    below = next->right;
    above = next->parent == node ? next : next->parent;
    if (next != node->right) {
      replace(next, below, root);
      next->right = node->right;
      next->right->parent = next;
    }
    replace(node, next, root);
    next->left = node->left;
    next->left->parent = next;
    next->colour = node->colour;
  } else {
    below = node->left != nullptr ? node->left : node->right;
    above = node->parent;
    if (node == end.left) end.left = below != nullptr ? lowest(below) : above;
    if (node == end.right) end.right = below != nullptr ? highest(below) : above;
    replace(node, below, root);
  }
  if (lost == Node::black) balance_after_erase(below, above, root);
  return node;
}

// --- std::list

LIBRARY("_ZNSt8__detail15_List_node_base7_M_hookEPS0_", void, hook, Link* link, Link* at) {
  HOST;
  link->next = at;
  link->previous = at->previous;
  at->previous->next = link;
  at->previous = link;
}
LIBRARY("_ZNSt8__detail15_List_node_base9_M_unhookEv", void, unhook, Link* link) {
  HOST;
  link->previous->next = link->next;
  link->next->previous = link->previous;
}
LIBRARY("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", void, transfer, Link* at, Link* first,
        Link* end) {
  HOST;
  if (at == end) return;
  Link* const last = end->previous;
  first->previous->next = end;
  end->previous = first->previous;
  first->previous = at->previous;
  at->previous->next = first;
  last->next = at;
  at->previous = last;
}
LIBRARY("_ZNSt8__detail15_List_node_base10_M_reverseEv", void, reverse, Link* link) {
  HOST;
  Link* at = link;
  do {
    Link* const next = at->next;
    at->next = at->previous;
    at->previous = next;
    at = next;
  } while (at != link);
}
LIBRARY("_ZNSt8__detail15_List_node_base4swapERS0_S1_", void, swap, Link& a, Link& b) {
  HOST;
  const Link was_a = a, was_b = b;
  const auto take = [](Link& to, const Link& from, const Link& was_at) {
    to = from.next == &was_at ? Link{&to, &to} : from;
    to.next->previous = to.previous->next = &to;
  };
  take(a, was_b, b);
  take(b, was_a, a);
}

// --- std::unordered_map, std::unordered_set and std::hash

LIBRARY("_ZSt11_Hash_bytesPKvmm", size_t, hash_bytes, const void* bytes, size_t count, size_t seed) {
  HOST;
  size_t hash = 0xcbf29ce484222325 ^ seed;  // FNV-1a
  for (size_t i = 0; i < count; ++i)
    hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3;
  return hash;
}
LIBRARY("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", size_t, next_buckets, RehashPolicy* policy,
        size_t least) {
  HOST;
  const auto is_prime = [](size_t number) {
    for (size_t i = 2; i * i <= number; ++i) {
      if (number % i == 0) return false;
    }
    return true;
  };
  size_t buckets = least < 2 ? 2 : least;
  while (!is_prime(buckets)) ++buckets;
  policy->next_resize = static_cast<size_t>(static_cast<double>(buckets) * policy->most_load);
  return buckets;
}
LIBRARY("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", Rehash, need_rehash,
        RehashPolicy* policy, size_t buckets, size_t elements, size_t more) {
  HOST;
  if (elements + more <= policy->next_resize) return {false, 0};
  const auto least = static_cast<size_t>(static_cast<double>(elements + more) / policy->most_load) + 1;
  if (least <= buckets) {
    policy->next_resize = static_cast<size_t>(static_cast<double>(buckets) * policy->most_load);
    return {false, 0};
  }
  return {true, next_buckets(policy, least < 2 * buckets ? 2 * buckets : least)};
}

// --- C's

extern "C" {

void* malloc(size_t bytes);
char* strncat(char* text, const char* more, size_t most);

int rand() {
  HOST;
  random_state = random_state * 1103515245 + 12345;
  return static_cast<int>(random_state >> 1);
}
void srand(unsigned seed) {
  HOST;
  random_state = seed;
}

char* getenv(const char*) {
  HOST;
  return nullptr;
}

char* strstr(const char* text, const char* part) {
  HOST;
  for (;; ++text) {
    size_t i = 0;
    while (part[i] != '\0' && text[i] == part[i]) ++i;
    if (part[i] == '\0') return const_cast<char*>(text);
    if (*text == '\0') return nullptr;
  }
}

char* strcat(char* text, const char* more) { return strncat(text, more, SIZE_MAX); }
char* strncat(char* text, const char* more, size_t most) {
  HOST;
  char* at = text;
  while (*at != '\0') ++at;
  for (; most > 0 && *more != '\0'; --most) *at++ = *more++;
  *at = '\0';
  return text;
}
size_t strnlen(const char* text, size_t most) {
  HOST;
  size_t length = 0;
  while (length < most && text[length] != '\0') ++length;
  return length;
}
char* strdup(const char* text) {
  const size_t bytes = strnlen(text, SIZE_MAX) + 1;
  char* const copy = static_cast<char*>(malloc(bytes));
  for (size_t i = 0; copy != nullptr && i < bytes; ++i) copy[i] = text[i];
  return copy;
}
size_t strspn(const char* text, const char* set) {
  HOST;
  size_t length = 0;
  while (text[length] != '\0' && is_one_of(text[length], set)) ++length;
  return length;
}
size_t strcspn(const char* text, const char* set) {
  HOST;
  size_t length = 0;
  while (text[length] != '\0' && !is_one_of(text[length], set)) ++length;
  return length;
}
char* strpbrk(const char* text, const char* set) {
  const size_t length = strcspn(text, set);
  return text[length] == '\0' ? nullptr : const_cast<char*>(text) + length;
}
char* strtok_r(char* text, const char* separators, char** rest) {
  if (text == nullptr) text = *rest;
  text += strspn(text, separators);
  char* const end = text + strcspn(text, separators);
  *rest = *end == '\0' ? end : end + 1;
  if (end == text) return nullptr;
  *end = '\0';
  return text;
}
char* strtok(char* text, const char* separators) {
  static char* rest;
  return strtok_r(text, separators, &rest);
}
char* strerror(int error) {
  HOST;
  static char text[24] = "error ";
  unsigned number = error < 0 ? 0U - static_cast<unsigned>(error) : static_cast<unsigned>(error);
  char digits[10];
  int count = 0, at = 6;
  do digits[count++] = static_cast<char>('0' + number % 10);
  while ((number /= 10) > 0);
  if (error < 0) text[at++] = '-';
  while (count > 0) text[at++] = digits[--count];
  text[at] = '\0';
  return text;
}

#define OF_CHARACTER(NAME, RESULT) \
  int NAME(int c) {                \
    HOST;                          \
    return RESULT;                 \
  }
OF_CHARACTER(isalpha, class_of(c) & kAlpha)
OF_CHARACTER(isupper, class_of(c) & kUpper)
OF_CHARACTER(islower, class_of(c) & kLower)
OF_CHARACTER(isdigit, class_of(c) & kDigit)
OF_CHARACTER(isxdigit, class_of(c) & (kDigit | kHexLetter))
OF_CHARACTER(isalnum, class_of(c) & (kAlpha | kDigit))
OF_CHARACTER(isspace, class_of(c) & kSpace)
OF_CHARACTER(isblank, c == ' ' || c == '\t')
OF_CHARACTER(ispunct, class_of(c) & kPunctuation)
OF_CHARACTER(isgraph, class_of(c) & (kAlpha | kDigit | kPunctuation))
OF_CHARACTER(isprint, c == ' ' || isgraph(c))
OF_CHARACTER(iscntrl, (c >= 0 && c < ' ') || c == 127)
OF_CHARACTER(tolower, (class_of(c) & kUpper) != 0 ? c + ('a' - 'A') : c)
OF_CHARACTER(toupper, (class_of(c) & kLower) != 0 ? c - ('a' - 'A') : c)

Quotient div(int a, int b) {
  HOST;
  return {a / b, a % b};
}
LongQuotient ldiv(long a, long b) {
  HOST;
  return {a / b, a % b};
}
LongQuotient lldiv(long a, long b) {
  HOST;
  return {a / b, a % b};
}

// By a heap: no more memory, and no order in which it takes long.
void qsort(void* elements, size_t count, size_t bytes, int (*compare)(const void*, const void*)) {
  HOST;
  char* const all = static_cast<char*>(elements);
  const auto sink = [&](size_t at, size_t end) {
    for (size_t below = 2 * at + 1; below < end; at = below, below = 2 * at + 1) {
      if (below + 1 < end && compare(all + below * bytes, all + (below + 1) * bytes) < 0) ++below;
      if (compare(all + at * bytes, all + below * bytes) >= 0) return;
      swap_bytes(all + at * bytes, all + below * bytes, bytes);
    }
  };
  for (size_t at = count / 2; at > 0; --at) sink(at - 1, count);
  for (size_t end = count; end > 1; --end) {
    swap_bytes(all, all + (end - 1) * bytes, bytes);
    sink(0, end - 1);
  }
}
void* bsearch(const void* key, const void* elements, size_t count, size_t bytes,
              int (*compare)(const void*, const void*)) {
  HOST;
  const char* first = static_cast<const char*>(elements);
  while (count > 0) {
    const char* const middle = first + count / 2 * bytes;
    const int order = compare(key, middle);
    if (order == 0) return const_cast<char*>(middle);
    if (order > 0) first = middle + bytes;
    count = order > 0 ? count - count / 2 - 1 : count / 2;
  }
  return nullptr;
}

double difftime(long end, long begin) {
  HOST;
  return static_cast<double>(end - begin);
}
long time(long* seconds) {
  const long now = nanoseconds() / 1'000'000'000;
  if (seconds != nullptr) *seconds = now;
  return now;
}
int clock_gettime(int, long* time) {
  const long now = nanoseconds();
  time[0] = now / 1'000'000'000;
  time[1] = now % 1'000'000'000;
  return 0;
}
int gettimeofday(long* time, void*) {
  const long now = nanoseconds();
  time[0] = now / 1'000'000'000;
  time[1] = now % 1'000'000'000 / 1000;
  return 0;
}

// One thread runs all host code.
int pthread_mutex_lock(void*) { return 0; }
int pthread_mutex_trylock(void*) { return 0; }
int pthread_mutex_unlock(void*) { return 0; }

// Destructors of what lives to the end would run when the grader has finished: they don't run.
int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
}

LIBRARY("_ZNSt6chrono3_V212steady_clock3nowEv", long, steady_now) { return nanoseconds(); }
LIBRARY("_ZNSt6chrono3_V212system_clock3nowEv", long, system_now) { return nanoseconds(); }
