/* The part of a compiled game that is the same for all games: changes of the table, choices, chance, trials, playouts.
 *
 * It means what `kernel/table.py` and `kernel/interpreter.py` say. What depends on the game is a table that the module
 * of the game has put into memory (`struct game`, whose fields are written by `tables.py` in this order) or one of its
 * functions, called by its index in the table of functions. States are addresses of as many bytes as `state_size` says.
 */
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#define EXPORT(name) __attribute__((export_name(#name)))
#define DATA 0x800000 /* where the module of the game puts its tables: `struct game` first (`code.DATA`) */
#define N(s, at) (*(i16 *)((s) + (at)))
#define W(s, at) (*(i32 *)((s) + (at)))
#define TABLE(type, address) ((const type *)(address))

enum { OVER, CHOICE, CHANCE, DONE, FAILED, SETTLED, AT_CHOICE }; /* the last two: only in walks over a graph (`graph.c`) */
enum { GO_ON = -1, FAILS = -2 }; /* what functions answer that do what a terminator says, else one of the above */
enum { UNCOVERED = 1, DRAWN, ROLLED, FILLED, PICKED };
enum { ELEMENTS, SETS, NUMBERS, OPTIONS, YES };
enum { HEIGHT, TOP, PIECE, MARKS };
enum { ROW, COLUMN, BESIDE, TILE = 6, PATCH, OF_GROWN };
enum { ON, ROOT, LOOSE, OF_PATCH };
enum { EMPTY = -1, DOWN = -2, COVERED = -2, STOP = -1, PILE = -2 };
enum { MOST_IDLE = 1000, MOST_WORK = 200000, UNREMEMBERED = 8, MOST_REMEMBERED = 60000, MOST_DEEP = 1024 };
enum { MOST_BEGUN = 2048, MOST_VISITED = 1 << 16, MOST_LABELS = 1 << 14, MOST_ROWS = 40 };
enum { MOST_CODES = 16384, MOST_COUNTED = 1 << 24, MOST_KINDS = 4096, MOST_PIECES = 4096, MOST_PATCHES = 8192 };
enum { MOST_IN_CELL = 32767 };
enum { TICKS = 1 << 13 }; /* so often something is done between two looks whether the host asks to stop */
/* Why the runtime trapped: `trapped`. */
enum { TOO_MANY_CODES = 1, TOO_MANY_PIECES, TOO_LARGE_NUMBER, TOO_DEEP, TOO_MANY_RULINGS, NOT_FILLED, NOTHING_LEFT, TOO_MUCH_WORK, STOPPED, TOO_LONG_LINE };

/* Cells of a state are given by their offsets in bytes, tables by their addresses. */
struct game {
  i32 state_size, players, counters, kinds, pieces, seats, caps, marks, space_cells, blocks, uses, singles, lasting, sorts;
  i32 pc, whole, trial, over, closing, ability, under, ruled, asked, asked_seat, asked_space, asked_sort, free, covered, marked;
  i32 turn, draws, idle, count, mover, back, nested, most_nested, rulings, ruling_size;
  i32 inside, bound, used, spent, bag, gone, lying, sizes, kind, below, dealt;
  i32 run, end, by_round, has_course, turn_block, deals; /* functions and facts of the flow */
  i32 firsts, turned, homes;    /* of each kind: the first of its stock, its other side, where its stock begins (-1: nowhere) */
  i32 stocks_at, stocks;        /* of each kind: where the kinds of its stock begin in a list, and one more */
  i32 sort_masks;               /* for each sort of pieces a byte for each kind */
  i32 first_sort;               /* the number of the sort of stacks if there are others, counted from 1 */
  i32 seat_at, seat_room;       /* of each seat: where its spaces are, and how many there may be */
  i32 cap_table, counter_table, use_table, choose_of, choose_table, cannot_fail, rules_from, rule_of;
  i32 numbers_at, numbers;      /* of each kind: where the numbers that it shows begin in a list, and one more */
  i32 value_kinds;              /* for each value of pieces a byte for each kind */
  i32 heights;                  /* of each seat: how many pieces `fill` puts on each space, 0 without a layout */
  i32 grown, grown_cells, grown_rows, grown_columns, patch_seat, patched, faces;
  i32 codes, arena, arena_end;
  i32 watching, most_spaces, named_blocks, secret; /* for `graph.c`, by block or by slot */
  i32 slots, slot_table, lasting_slots, live_words, live, live_at_end, ahead, returns, sweeps, pools, ruling_names, secret_outs;
  /* for `keys.c`: slots by their numbers, what rulings have noted, rows of what matters, and the sorts of seats */
  i32 named, captured_at, captured, rows, row_of, seat_sort, label_at, names, within;
  i32 fixed_size; /* of a state without its lists, in bytes */
  i32 scores, scores_at, ties, ties_at; /* for `returns.c`: how many rules are added up or break ties, and where their functions are listed */
  /* for `uct.c`: the function of the measure; for each player a byte for each seat that they cannot see into; what counters others
   * hide; for each secret how many counters have its answers, and which */
  i32 measure, hides, hidden_seats, hidden_counters, hidden_counters_size, secret_answers;
  i32 onlookers; /* of each seat: who sees a piece there, a bit for each player, or `PILE`; 0 without a hidden pile */
};
struct cap { i32 owned, copies, reserve; };
struct counter { i32 most, cap, copies, kin, kin_size, least; };
struct use { i32 card, during, single, condition, lasting_at, lasting_size, kind, seats_at, seats_size, entry; };
struct choice { i32 kind, list, pick, then, stop, none, tried, asks, decider, random, options, pool, slot, joint, words, meet; };
struct face { i32 has, patches; i8 edges[4]; i8 rim[12]; i8 loose[16]; i8 sorts[16]; i16 kinds[16]; };

#define G ((const struct game *)DATA)

typedef i32 (*function)(u8 *s);
typedef i32 (*picker)(u8 *s, i32 code);
typedef i32 (*meeter)(u8 *s, i32 entry, i32 code);

/* What the host says before a step, and reads after it (`engine.py` has the same fields).
 * `work` are the steps of trials and what takes much work to be asked, of which as much is allowed as is `left` if it is `limited`, and for each
 * of the `questions` that are tried its `share`; outside of trials questions count only if the host says so.
 * `begun` players have begun a turn, the `movers`. `costly` is the ability that took too much work, from 1 on.
 */
static struct { i64 left, work; i32 limited, share, counts, to_turn, questions, costly, begun, visits, movers[MOST_BEGUN]; } host;
static i32 visited[MOST_VISITED]; /* the blocks of the last step, in a module that is traced */

static i64 work;       /* the same since the beginning */
static i32 tries;      /* how many ways to go on were tried for one question */
static i32 met_itself; /* whether a trial came back to a state that it was trying */
static i32 trapped, too_large_one; /* what became too large: a counter (from 1 on), a cap (from -1 on down) or else a number */
static i64 too_large_value;
static i32 asking, trying; /* the ability whose condition is asked, and that of which a trial is, from 1 on */
static i32 listed_size; /* how many codes the last stop had */
static i32 *const codes = (i32 *)(DATA - 4 * MOST_CODES);
static i32 kept[MOST_CODES], kept_by_trials[MOST_CODES];

static void trap(i32 why) {
  trapped = why;
  __builtin_trap();
}

/* Of the host: whether it asks to stop. */
__attribute__((import_module("host"), import_name("stops"))) i32 stops(void);

static void tick(void) {
  static i32 ticks;
  if (++ticks % TICKS == 0 && stops()) trap(STOPPED);
}

EXPORT(too_large) void too_large(i32 one, i32 high, u32 low) {
  too_large_one = one, too_large_value = (i64)high << 32 | low;
  trap(TOO_LARGE_NUMBER);
}
EXPORT(what_is_too_large) i32 what_is_too_large(void) { return too_large_one; }
EXPORT(how_large) i64 how_large(void) { return too_large_value; }

EXPORT(why) i32 why(void) {
  i32 reason = trapped;
  trapped = 0;
  return reason;
}
EXPORT(costly) i32 costly(void) { return host.costly; }
EXPORT(host_at) i32 host_at(void) { return (i32)&host; }
EXPORT(visited_at) i32 visited_at(void) { return (i32)visited; }
EXPORT(listed) i32 listed(void) { return listed_size; }

static void too_much_work(u8 *s) {
  host.costly = trying ? trying : asking ? asking : N(s, G->ability);
  trap(TOO_MUCH_WORK);
}

/* Notes work; it traps when that was too much. */
static void spend(u8 *s, i32 more) {
  work += more, host.work += more, host.left -= more;
  tick();
  if (host.limited && host.left < 0) too_much_work(s);
}

/* What is asked takes more work than usual. */
EXPORT(charge) void charge(u8 *s, i32 effort) {
  if (host.counts || N(s, G->trial)) spend(s, effort);
}

/* A block begins that is no part of a trial. */
EXPORT(visit) void visit(u8 *s, i32 block) {
  if (!N(s, G->trial) && host.visits < MOST_VISITED) visited[host.visits++] = block;
}

static i32 least(i32 a, i32 b) { return a < b ? a : b; }

static void copy(u8 *to, const u8 *from) { __builtin_memcpy(to, from, G->state_size); }

/* ---- places */

static i16 *space_of(u8 *s, i32 seat, i32 space) {
  return (i16 *)(s + TABLE(i32, G->seat_at)[seat]) + space * G->space_cells;
}
static i16 *size_of(u8 *s, i32 seat) { return &N(s, G->sizes + 2 * seat); }
static i16 *kind_of(u8 *s, i32 piece) { return &N(s, G->kind + 2 * piece); }
static i16 *below(u8 *s, i32 piece) { return &N(s, G->below + 2 * piece); }
static i16 *caps_of(i16 *a) { return a + MARKS + G->marks; }
static i32 *count(u8 *s, i32 player, i32 counter) { return &W(s, G->count + 4 * (player * G->counters + counter)); }

static void set_count(u8 *s, i32 player, i32 counter, i32 value) {
  if (value > MOST_COUNTED || value < -MOST_COUNTED) too_large(1 + counter, value >> 31, value);
  *count(s, player, counter) = value;
}

static i32 loose(i16 *a) {
  if (a[PIECE] <= 0) return 0;
  for (i32 i = 0; i < G->caps; i++)
    if (caps_of(a)[i]) return 0;
  return 1;
}

static void show_top(u8 *s, i16 *a) {
  i32 shown = *kind_of(s, a[PIECE]);
  a[TOP] = !a[PIECE] ? EMPTY : shown & 1 ? shown >> 1 : DOWN;
}

static i32 lift(u8 *s, i16 *a) {
  i32 piece = a[PIECE];
  if (G->onlookers && *kind_of(s, piece) >= 0) N(s, G->dealt + 2 * piece) = -1;
  a[PIECE] = *below(s, piece);
  a[HEIGHT]--;
  show_top(s, a);
  for (i32 i = 0; i < G->marks; i++) a[MARKS + i] = 0;
  return piece;
}

static void put(u8 *s, i16 *a, i32 piece) {
  *below(s, piece) = a[PIECE];
  a[PIECE] = piece;
  a[HEIGHT]++;
  show_top(s, a);
}

static void put_under(u8 *s, i16 *a, i32 piece) {
  i32 lowest = a[PIECE];
  if (!lowest) {
    put(s, a, piece);
    return;
  }
  while (*below(s, lowest)) lowest = *below(s, lowest);
  *below(s, lowest) = piece;
  *below(s, piece) = 0;
  a[HEIGHT]++;
}

/* ---- hidden piles: in the cell `dealt` of a piece is who has seen it, a bit for each player */

static i32 is_pile(i32 seat) { return G->onlookers && TABLE(i32, G->onlookers)[seat] == PILE; }

static i32 onlookers(u8 *s, i32 seat, i16 *a) {
  if (!G->onlookers) return 0;
  return is_pile(seat) ? N(s, G->dealt + 2 * a[PIECE]) : TABLE(i32, G->onlookers)[seat];
}

/* Lays a piece on a stack, or under it; in a hidden pile it stays known to those who have seen it. */
static void lay_seen(u8 *s, i32 seat, i16 *a, i32 piece, i32 seen, i32 under) {
  if (under)
    put_under(s, a, piece);
  else
    put(s, a, piece);
  if (is_pile(seat)) N(s, G->dealt + 2 * piece) = seen;
}

static void turn_top(u8 *s, i16 *a, i32 shown) {
  *kind_of(s, a[PIECE]) = shown;
  show_top(s, a);
}

static i32 new_piece(u8 *s, i32 shown) {
  i32 piece = N(s, G->free);
  if (!piece) trap(TOO_MANY_PIECES);
  N(s, G->free) = *below(s, piece);
  *kind_of(s, piece) = shown;
  *below(s, piece) = 0;
  N(s, G->dealt + 2 * piece) = -1;
  return piece;
}

static void drop_piece(u8 *s, i32 piece) {
  *below(s, piece) = N(s, G->free);
  *kind_of(s, piece) = 0;
  N(s, G->dealt + 2 * piece) = -1;
  N(s, G->free) = piece;
}

static i32 add_to_pool(u8 *s, i32 seat, i32 piece) {
  i32 size = *size_of(s, seat), space = 0;
  i16 *a = space_of(s, seat, 0);
  while (space < size && a[HEIGHT]) {
    space++;
    a += G->space_cells;
  }
  if (space == size) {
    if (size >= TABLE(i32, G->seat_room)[seat]) trap(TOO_MANY_PIECES);
    *size_of(s, seat) = size + 1;
    a[HEIGHT] = a[PIECE] = 0; /* in copies for trials there may be anything */
    for (i32 i = MARKS; i < G->space_cells; i++) a[i] = 0;
  }
  put(s, a, piece);
  return space;
}

/* ---- boards that grow (table/terrain.py) */

static i16 *grown_of(u8 *s, i32 space) { return (i16 *)(s + G->grown_cells) + space * OF_GROWN; }
static i16 *patch_of(u8 *s, i32 patch) { return (i16 *)(s + G->patched) + patch * OF_PATCH; }
static const i8 DOWNWARD[] = {-1, 0, 1, 0}, RIGHTWARD[] = {0, 1, 0, -1};

static void grow(u8 *s, i32 row, i32 column) {
  i32 space = *size_of(s, G->grown);
  if (space >= TABLE(i32, G->seat_room)[G->grown]) trap(TOO_MANY_PIECES);
  *size_of(s, G->grown) = space + 1;
  i16 *own = grown_of(s, space);
  own[ROW] = row, own[COLUMN] = column, own[TILE] = own[PATCH] = -1;
  for (i32 edge = 0; edge < 4; edge++) own[BESIDE + edge] = -1;
  for (i32 other = 0; other < space; other++) {
    i16 *cell = grown_of(s, other);
    for (i32 edge = 0; edge < 4; edge++)
      if (cell[ROW] == row + DOWNWARD[edge] && cell[COLUMN] == column + RIGHTWARD[edge]) {
        own[BESIDE + edge] = other;
        cell[BESIDE + (edge + 2) % 4] = space;
      }
  }
  i16 *a = space_of(s, G->grown, space);
  if (!a[HEIGHT]) a[TOP] = EMPTY;
}

static void join(u8 *s, i32 one, i32 other) {
  i16 *roots = patch_of(s, 0) + ROOT, *end = roots + *size_of(s, G->patch_seat) * OF_PATCH;
  i32 a = roots[one * OF_PATCH], b = roots[other * OF_PATCH], more = 0;
  if (a == b) return;
  for (const i16 *root = roots; root < end; root += OF_PATCH) more += (*root == a) - (*root == b);
  i32 lost = more > 0 || (more == 0 && a < b) ? b : a, kept_root = a + b - lost;
  for (i16 *root = roots; root < end; root += OF_PATCH)
    if (*root == lost) *root = kept_root;
}

static void join_edge(u8 *s, i32 own, const struct face *face, i16 *there, i32 edge) {
  const struct face *other = &TABLE(struct face, G->faces)[there[TILE]];
  i32 first = there[PATCH], opposite = (edge + 2) % 4 * 3, theirs[3], ours[3];
  for (i32 at = 0; at < 3; at++) {
    theirs[at] = first + other->rim[opposite + 2 - at];
    ours[at] = own + face->rim[edge * 3 + at];
    if (other->sorts[theirs[at] - first] == face->sorts[ours[at] - own]) join(s, theirs[at], ours[at]);
  }
  for (i32 at = 0; at < 3; at++) {
    i32 seen = 0, seen_too = 0;
    for (i32 before = 0; before < at; before++) seen |= theirs[before] == theirs[at], seen_too |= ours[before] == ours[at];
    if (!seen) patch_of(s, theirs[at])[LOOSE]--;
    if (!seen_too) patch_of(s, ours[at])[LOOSE]--;
  }
}

/* A tile has come to lie on a space of the board that grows. */
EXPORT(lay_tile) void lay_tile(u8 *s, i32 space) {
  i16 *a = space_of(s, G->grown, space), *cell = grown_of(s, space);
  i32 kind = a[TOP], own = *size_of(s, G->patch_seat);
  const struct face *face = &TABLE(struct face, G->faces)[kind];
  if (kind < 0 || !face->has) return;
  for (i32 edge = 0; edge < 4; edge++) {
    i32 row = cell[ROW] + DOWNWARD[edge], column = cell[COLUMN] + RIGHTWARD[edge];
    i32 rows = G->grown_rows, columns = G->grown_columns;
    if (cell[BESIDE + edge] < 0 && -(rows / 2) <= row && row < (rows + 1) / 2 && -(columns / 2) <= column &&
        column < (columns + 1) / 2)
      grow(s, row, column);
  }
  if (own + face->patches > TABLE(i32, G->seat_room)[G->patch_seat]) trap(TOO_MANY_PIECES);
  *size_of(s, G->patch_seat) = own + face->patches;
  for (i32 patch = 0; patch < face->patches; patch++) {
    i16 *of = patch_of(s, own + patch), *shown = space_of(s, G->patch_seat, own + patch);
    of[ON] = space, of[ROOT] = own + patch, of[LOOSE] = face->loose[patch];
    shown[HEIGHT] = 1, shown[TOP] = face->kinds[patch];
  }
  for (i32 edge = 0; edge < 4; edge++) {
    i32 other = cell[BESIDE + edge];
    if (other >= 0 && grown_of(s, other)[TILE] >= 0) join_edge(s, own, face, grown_of(s, other), edge);
  }
  if (cell[TILE] < 0) cell[TILE] = kind, cell[PATCH] = face->patches ? own : 0;
}

/* Whether a tile of a kind would touch edges like its own alone; one below 0 is like every edge. */
EXPORT(fits) i32 fits(u8 *s, i32 space, i32 kind) {
  i16 *cell = grown_of(s, space);
  const struct face *faces = TABLE(struct face, G->faces);
  if (cell[TILE] >= 0 || kind < 0 || !faces[kind].has) return 0;
  for (i32 edge = 0; edge < 4; edge++) {
    i32 other = cell[BESIDE + edge], tile = other < 0 ? -1 : grown_of(s, other)[TILE];
    i32 mine = faces[kind].edges[edge], there = tile < 0 ? -1 : faces[tile].edges[(edge + 2) % 4];
    if (mine >= 0 && there >= 0 && mine != there) return 0;
  }
  return 1;
}

/* The spaces of a board that grows that are reached from one by some steps, nearest first; how many (`Geometry.reached`). */
EXPORT(reach) i32 reach(u8 *s, i32 space, const i8 *steps, i32 count, i32 nearest, i32 distance, i16 *found) {
  static u8 seen[MOST_PIECES];
  static i16 all[MOST_PIECES];
  i32 size = *size_of(s, G->grown), known = 1, first = 0, reached = 0;
  if (size > MOST_PIECES) trap(TOO_MANY_PIECES);
  __builtin_memset(seen, 0, size);
  all[0] = space, seen[space] = 1;
  for (i32 step = 1; first < known && (distance < 0 || step <= distance); step++) {
    i32 last = known;
    for (; first < last; first++) {
      i16 *from = grown_of(s, all[first]);
      for (i32 i = 0; i < count; i++) {
        i32 row = from[ROW] + steps[2 * i], column = from[COLUMN] + steps[2 * i + 1];
        for (i32 other = 0; other < size; other++)
          if (grown_of(s, other)[ROW] == row && grown_of(s, other)[COLUMN] == column && !seen[other]) {
            seen[other] = 1, all[known++] = other;
            if (step >= nearest) found[reached++] = other;
          }
      }
    }
  }
  return reached;
}

/* ---- changes of the table (kernel/table.py); 0 where it fails */

EXPORT(move_piece) i32 move_piece(u8 *s, i16 *a, i16 *to) {
  if (!loose(a)) return 0;
  i16 said[8];
  for (i32 i = 0; i < G->marks; i++) said[i] = a[MARKS + i];
  i32 piece = lift(s, a);
  if (to) {
    put(s, to, piece);
    for (i32 i = 0; i < G->marks; i++) to[MARKS + i] = said[i];
    return 1;
  }
  i32 shown = *kind_of(s, piece);
  if (shown >= 0)
    N(s, G->gone + 2 * TABLE(i16, G->firsts)[shown >> 1])++;
  else
    N(s, G->covered)--;
  drop_piece(s, piece);
  return 1;
}

EXPORT(swap_pieces) i32 swap_pieces(u8 *s, i16 *a, i16 *b) {
  if (a == b || !loose(a) || !loose(b)) return 0;
  i16 one[8], other[8];
  for (i32 i = 0; i < G->marks; i++) one[i] = a[MARKS + i], other[i] = b[MARKS + i];
  i32 first = lift(s, a), second = lift(s, b);
  put(s, a, second);
  put(s, b, first);
  for (i32 i = 0; i < G->marks; i++) a[MARKS + i] = other[i], b[MARKS + i] = one[i];
  return 1;
}

/* The same in a game with hidden piles. */
EXPORT(move_seen) i32 move_seen(u8 *s, i16 *a, i32 seat, i16 *to, i32 to_seat, i32 under) {
  if (!loose(a)) return 0;
  i32 seen = onlookers(s, seat, a);
  i16 said[8];
  for (i32 i = 0; i < G->marks; i++) said[i] = a[MARKS + i];
  lay_seen(s, to_seat, to, lift(s, a), seen, under);
  for (i32 i = 0; i < G->marks && !under; i++) to[MARKS + i] = said[i];
  return 1;
}

EXPORT(swap_seen) i32 swap_seen(u8 *s, i16 *a, i32 seat, i16 *b, i32 other_seat) {
  if (!loose(a) || !loose(b)) return 0;
  i32 seen = onlookers(s, seat, a), other = onlookers(s, other_seat, b);
  if (!swap_pieces(s, a, b)) return 0;
  if (is_pile(seat)) N(s, G->dealt + 2 * a[PIECE]) = other;
  if (is_pile(other_seat)) N(s, G->dealt + 2 * b[PIECE]) = seen;
  return 1;
}

/* A player sees the top piece. */
EXPORT(look_at) i32 look_at(u8 *s, i16 *a, i32 seat, i32 player) {
  if (!loose(a)) return 0;
  N(s, G->dealt + 2 * a[PIECE]) = onlookers(s, seat, a) | 1 << player;
  return 1;
}

EXPORT(keep_piece) i32 keep_piece(u8 *s, i16 *a, i32 seat, i32 pool) {
  if (seat == pool || !loose(a)) return -1;
  return add_to_pool(s, pool, lift(s, a));
}

EXPORT(turn_piece) i32 turn_piece(u8 *s, i16 *a, i32 up) {
  if (!loose(a)) return 0;
  i32 shown = *kind_of(s, a[PIECE]);
  if (shown < 0) return !up;
  i32 front = TABLE(i16, G->firsts)[shown >> 1], back = TABLE(i16, G->turned)[front];
  if (back < 0)
    turn_top(s, a, up ? shown | 1 : shown & ~1);
  else
    turn_top(s, a, 2 * (up ? front : back) + (shown & 1));
  return 1;
}

EXPORT(return_piece) i32 return_piece(u8 *s, i16 *a, i32 seat) {
  if (!loose(a)) return 0;
  i32 shown = *kind_of(s, a[PIECE]), stock = shown >= 0 ? TABLE(i16, G->firsts)[shown >> 1] : -1;
  i32 home = stock >= 0 ? TABLE(i16, G->homes)[stock] : -1;
  if (home == seat) return 0;
  i32 seen = onlookers(s, seat, a), piece = lift(s, a);
  if (home >= 0) {
    *kind_of(s, piece) = 2 * stock + 1;
    if (is_pile(home))
      lay_seen(s, home, space_of(s, home, 0), piece, seen, 0);
    else
      add_to_pool(s, home, piece);
    return 1;
  }
  if (stock >= 0)
    N(s, G->bag + 2 * stock)++;
  else
    N(s, G->covered)--;
  drop_piece(s, piece);
  return 1;
}

static i32 show_side(u8 *s, i16 *a, const u8 *sides, i32 number) {
  if (!loose(a)) return 0;
  i32 shown = *kind_of(s, a[PIECE]);
  if (shown < 0) return 0;
  const i16 *at = TABLE(i16, G->stocks_at) + (shown >> 1), *numbers_at = TABLE(i16, G->numbers_at);
  for (i32 i = at[0]; i < at[1]; i++) {
    i32 kind = TABLE(i16, G->stocks)[i], is = sides ? sides[kind] : 0;
    for (i32 j = numbers_at[kind]; !sides && j < numbers_at[kind + 1]; j++) is |= TABLE(i32, G->numbers)[j] == number;
    if (is) {
      turn_top(s, a, 2 * kind + (shown & 1));
      return 1;
    }
  }
  return 0;
}

EXPORT(show_number) i32 show_number(u8 *s, i16 *a, i32 number) { return show_side(s, a, 0, number); }
EXPORT(show_value) i32 show_value(u8 *s, i16 *a, i32 value) {
  return show_side(s, a, TABLE(u8, G->value_kinds) + (value >> 1) * G->kinds, 0);
}

/* ---- caps and counters */

static i32 supply(u8 *s, i32 number) {
  const struct cap *cap = &TABLE(struct cap, G->cap_table)[number];
  i32 left = cap->copies - N(s, G->lying + 2 * number);
  for (i32 player = 0; cap->reserve >= 0 && player < G->players; player++) left -= *count(s, player, cap->reserve);
  return left;
}

EXPORT(put_cap) i32 put_cap(u8 *s, i16 *a, i32 number, i32 player) {
  const struct cap *cap = &TABLE(struct cap, G->cap_table)[number];
  i16 *cell = caps_of(a) + number;
  if (N(s, G->lying + 2 * number) == MOST_IN_CELL) too_large(-1 - number, 0, MOST_IN_CELL + 1);
  if (cap->owned) {
    if (*cell) return 0;
    *cell = player + 1;
  } else {
    if (cap->reserve < 0 && !supply(s, number)) return 0;
    *cell += 1;
  }
  N(s, G->lying + 2 * number)++;
  return 1;
}

EXPORT(take_cap) i32 take_cap(u8 *s, i16 *a, i32 number, i32 back) {
  const struct cap *cap = &TABLE(struct cap, G->cap_table)[number];
  i16 *cell = caps_of(a) + number;
  if (!*cell) return 0;
  if (cap->owned) {
    i32 owner = *cell - 1;
    *cell = 0;
    if (back && cap->reserve >= 0) set_count(s, owner, cap->reserve, *count(s, owner, cap->reserve) + 1);
  } else
    *cell -= 1;
  N(s, G->lying + 2 * number)--;
  return 1;
}

/* How much a player can give away. */
static i32 had(u8 *s, i32 number, i32 player) {
  return *count(s, player, number) - TABLE(struct counter, G->counter_table)[number].least;
}

/* How many there are to be had, as far as the taker may have them. */
static i32 limited(u8 *s, i32 number, i32 amount, i32 giver, i32 taker) {
  const struct counter *counter = &TABLE(struct counter, G->counter_table)[number];
  if (counter->most >= 0) amount = least(amount, counter->most - *count(s, taker, number));
  if (giver >= 0) return least(amount, had(s, number, giver));
  if (counter->cap >= 0) return least(amount, supply(s, counter->cap));
  if (counter->copies < 0) return amount;
  i32 left = counter->copies;
  for (i32 player = 0; player < G->players; player++)
    for (i32 i = 0; i < counter->kin_size; i++) left -= *count(s, player, TABLE(i32, counter->kin)[i]);
  return least(amount, left);
}

EXPORT(change_counter) i32 change_counter(u8 *s, i32 number, i32 amount, i32 player, i32 other, i32 pay) {
  i32 giver = pay ? player : other, taker = pay ? other : player;
  if (amount < 0) amount = 0;
  if (pay && had(s, number, player) < amount) return 0;
  if (taker >= 0) {
    amount = limited(s, number, amount, giver, taker);
    set_count(s, taker, number, *count(s, taker, number) + amount);
  }
  if (giver >= 0) set_count(s, giver, number, *count(s, giver, number) - amount);
  return 1;
}

EXPORT(set_counter) void set_counter(u8 *s, i32 number, i32 value) {
  for (i32 player = 0; player < G->players; player++) set_count(s, player, number, value);
}

EXPORT(set_role) void set_role(u8 *s, i32 role, i32 holder) {
  for (i32 player = 0; player < G->players; player++) set_count(s, player, role, player == holder);
}

EXPORT(set_answer) void set_answer(u8 *s, i32 player, i32 number, i32 value) { set_count(s, player, number, value); }

static void clear_marks(u8 *s) {
  if (!N(s, G->marked)) return;
  N(s, G->marked) = 0;
  for (i32 seat = 0; seat < G->seats; seat++)
    for (i32 space = 0; space < TABLE(i32, G->seat_room)[seat]; space++)
      for (i32 i = 0; i < G->marks; i++) space_of(s, seat, space)[MARKS + i] = 0;
}

/* ---- groups of spaces */

/* The component of the spaces with the label of `start`, whose labels become -1; its spaces as bits. `near` has for each
 * space where its neighbors begin in the list after it, and one more. */
EXPORT(flood) void flood(i8 *labels, i32 start, const u16 *at, const u16 *near, u32 *bits, i32 words) {
  static u16 queue[MOST_PIECES];
  i32 label = labels[start], first = 0, last = 1;
  for (i32 i = 0; i < words; i++) bits[i] = 0;
  queue[0] = start;
  labels[start] = -1;
  while (first < last) {
    i32 space = queue[first++];
    bits[space >> 5] |= 1u << (space & 31);
    for (i32 i = at[space]; i < at[space + 1]; i++)
      if (labels[near[i]] == label) {
        labels[near[i]] = -1;
        queue[last++] = near[i];
      }
  }
}

/* The same on the board that grows. */
EXPORT(flood_grown) void flood_grown(u8 *s, i8 *labels, i32 start, u32 *bits, i32 words) {
  static u16 queue[MOST_PIECES];
  i32 label = labels[start], first = 0, last = 1;
  for (i32 i = 0; i < words; i++) bits[i] = 0;
  queue[0] = start;
  labels[start] = -1;
  while (first < last) {
    i32 space = queue[first++];
    bits[space >> 5] |= 1u << (space & 31);
    for (i32 edge = 0; edge < 4; edge++) {
      i32 other = grown_of(s, space)[BESIDE + edge];
      if (other >= 0 && labels[other] == label) labels[other] = -1, queue[last++] = other;
    }
  }
}

/* The patches of an area, by its name, as bits; the least of them. */
EXPORT(area) i32 area(u8 *s, i32 root, u32 *bits, i32 words) {
  const i16 *roots = patch_of(s, 0) + ROOT;
  i32 size = *size_of(s, G->patch_seat), first = -1;
  for (i32 i = 0; i < words; i++) bits[i] = 0;
  for (i32 patch = 0; patch < size; patch++, roots += OF_PATCH)
    if (*roots == root) {
      bits[patch >> 5] |= 1u << (patch & 31);
      if (first < 0) first = patch;
    }
  return first;
}

/* Of each area, by its name, the least patch, and of each patch the next one of its area; -1: none. A loop over all areas is quick by them:
 * most of the time of scoring a map was finding the patches of one area after another. */
static i16 first_in_area[MOST_PATCHES], next_in_area[MOST_PATCHES];

EXPORT(index_areas) void index_areas(u8 *s) {
  const i16 *roots = patch_of(s, 0) + ROOT;
  i32 size = *size_of(s, G->patch_seat);
  if (size > MOST_PATCHES) trap(TOO_MANY_PIECES);
  for (i32 patch = 0; patch < size; patch++) first_in_area[patch] = -1;
  for (i32 patch = size - 1; patch >= 0; patch--) {
    i32 root = roots[patch * OF_PATCH];
    next_in_area[patch] = first_in_area[root], first_in_area[root] = patch;
  }
}

/* The same as `area`, of the state that was indexed last. */
EXPORT(indexed_area) i32 indexed_area(i32 root, u32 *bits, i32 words) {
  for (i32 i = 0; i < words; i++) bits[i] = 0;
  for (i32 patch = first_in_area[root]; patch >= 0; patch = next_in_area[patch]) bits[patch >> 5] |= 1u << (patch & 31);
  return first_in_area[root];
}

/* The spaces on which some patches lie, each once; how many. */
EXPORT(tiles) i32 tiles(u8 *s, const u32 *bits, i32 words, i16 *found) {
  i32 size = 0;
  for (i32 word = 0; word < words; word++)
    for (u32 left = bits[word]; left; left &= left - 1) {
      i32 space = patch_of(s, 32 * word + __builtin_ctz(left))[ON], i = 0;
      while (i < size && found[i] != space) i++;
      if (i == size) found[size++] = space;
    }
  return size;
}

EXPORT(ranked) i32 ranked(i32 *numbers, i32 size, i32 rank, i32 sign) {
  /* the one at a rank, the largest first (sign 1) or the smallest (-1): a selection, since ranks are small */
  if (size < rank) return 0;
  for (i32 i = 0; i < rank; i++)
    for (i32 j = i + 1; j < size; j++)
      if (sign > 0 ? numbers[j] > numbers[i] : numbers[j] < numbers[i]) {
        i32 kept_one = numbers[i];
        numbers[i] = numbers[j], numbers[j] = kept_one;
      }
  return numbers[rank - 1];
}

/* ---- pieces of a pool that show the same are one choice */

static i32 piece_at(u8 *s, i16 *a, i32 from_top) {
  i32 piece = a[PIECE];
  while (from_top--) piece = *below(s, piece);
  return *kind_of(s, piece);
}

/* How two piles compare, from the bottom to the top. */
static i32 compare_piles(u8 *s, i16 *a, i16 *b) {
  for (i32 i = 0; i < a[HEIGHT] && i < b[HEIGHT]; i++) {
    i32 difference = piece_at(s, a, a[HEIGHT] - 1 - i) - piece_at(s, b, b[HEIGHT] - 1 - i);
    if (difference) return difference;
  }
  return a[HEIGHT] - b[HEIGHT];
}

static i32 alike(u8 *s, i16 *a, i16 *b) {
  if (a[TOP] != b[TOP] || a[HEIGHT] != b[HEIGHT]) return 0;
  for (i32 i = 0; i < G->marks; i++)
    if (a[MARKS + i] != b[MARKS + i]) return 0;
  return a[HEIGHT] == 1 ? *kind_of(s, a[PIECE]) == *kind_of(s, b[PIECE]) : !compare_piles(s, a, b);
}

/* Of the spaces in `codes` those that differ: the first of those that are alike, at the place of the last. */
EXPORT(different) i32 different(u8 *s, i32 seat, i32 size) {
  static i32 found[MOST_CODES];
  i32 left = 0;
  for (i32 i = 0; i < size; i++) {
    i16 *a = space_of(s, seat, codes[i]);
    i32 j = i + 1;
    while (j < size && !alike(s, a, space_of(s, seat, codes[j]))) j++;
    if (j < size) continue;
    for (j = 0; !alike(s, a, space_of(s, seat, codes[j]));) j++;
    found[left++] = codes[j];
  }
  for (i32 i = 0; i < left; i++) codes[i] = found[i];
  return left;
}

/* ---- lists of loops: where one is in a state, in bytes, and how many words its elements take */

static i32 equal(const i32 *one, const i32 *other, i32 words) {
  for (i32 i = 0; i < words; i++)
    if (one[i] != other[i]) return 0;
  return 1;
}

/* What of a list is among the elements found: listed as codes, or the one that is wanted is written to a slot. */
EXPORT(left_of) i32 left_of(u8 *s, i32 list, i32 size, i32 words, const i32 *found, i32 known, i32 wanted, i32 slot) {
  i32 left = 0;
  for (i32 i = 0; i < size; i++) {
    i32 *one = &W(s, list + 4 * words * i), j = 0;
    while (j < known && !equal(one, found + words * j, words)) j++;
    if (j == known) continue;
    if (wanted == left)
      for (i32 word = 0; word < words; word++) W(s, slot + 4 * word) = one[word];
    if (wanted < 0) codes[left] = words == 1 ? one[0] : left;
    left++;
  }
  return left;
}

EXPORT(remove) void remove_from(u8 *s, i32 list, i32 count, i32 slot, i32 words) {
  i32 size = W(s, count), at = 0;
  while (at < size && !equal(&W(s, list + 4 * words * at), &W(s, slot), words)) at++;
  if (at == size) __builtin_trap();
  for (i32 i = words * at; i < words * (size - 1); i++) W(s, list + 4 * i) = W(s, list + 4 * (i + words));
  W(s, count) = size - 1;
}

/* Sorts the spaces of a pool by what the pieces show; it keeps the order of equal ones. */
static void sort_spaces(u8 *s, i32 *spaces, i32 size, i32 seat) {
  for (i32 i = 1; i < size; i++) {
    i32 space = spaces[i], j = i;
    for (; j && compare_piles(s, space_of(s, seat, spaces[j - 1]), space_of(s, seat, space)) > 0; j--) spaces[j] = spaces[j - 1];
    spaces[j] = space;
  }
}

EXPORT(sort_list) void sort_list(u8 *s, i32 list, i32 size, i32 seat) { sort_spaces(s, &W(s, list), size, seat); }

/* ---- sets (Interpreter._sets) */

struct piles {
  u8 *s;
  const struct choice *of;
  i32 found, wanted, least, piles, bind;
  u16 starts[1024], spaces[1024], chosen[1024];
};
static struct piles sets;

static void bind_set(u8 *s, const struct choice *at, i32 size) {
  u32 *bits = (u32 *)(s + at->slot);
  i32 root = size ? 1 << 30 : -1;
  for (i32 i = 0; i < at->words; i++) bits[i] = 0;
  for (i32 i = 0; i < size; i++) {
    i32 space = sets.chosen[i];
    bits[space >> 5] |= 1u << (space & 31);
    root = least(root, space);
  }
  bits[at->words] = root;
}

/* Goes through the sets; 1 when the one that is wanted is bound. */
static i32 next_set(i32 at, i32 left, i32 size) {
  if (at == sets.piles) {
    tick();
    if (size < sets.least) return 0;
    if (sets.of->joint || (sets.bind && sets.found == sets.wanted)) bind_set(sets.s, sets.of, size);
    if (sets.of->joint && !((function)sets.of->joint)(sets.s)) return 0;
    return sets.found++ == sets.wanted;
  }
  if (size + (sets.starts[sets.piles] - sets.starts[at]) < sets.least) return 0;
  for (i32 number = least(left, sets.starts[at + 1] - sets.starts[at]); number >= 0; number--) {
    for (i32 i = 0; i < number; i++) sets.chosen[size + i] = sets.spaces[sets.starts[at] + i];
    if (next_set(at + 1, left - number, size + number)) return 1;
  }
  return 0;
}

/* Goes through the sets of the spaces in `codes`, up to one of them; how many there are.
 * They are listed, or the last one is bound. */
EXPORT(sets_of) i32 sets_of(u8 *s, i32 number, i32 size, i32 low, i32 most, i32 seat, i32 wanted, i32 bind) {
  const struct choice *at = &TABLE(struct choice, G->choose_table)[number];
  if (size > 1000) trap(TOO_MANY_CODES);
  if (at->pool) sort_spaces(s, codes, size, seat);
  sets.s = s, sets.of = at, sets.found = 0, sets.wanted = wanted, sets.piles = 0;
  sets.least = low < 0 ? 0 : low;
  i32 filled = 0;
  for (i32 i = 0; i < size; i++) { /* piles come in the order of their first things */
    i32 known = 0;
    for (i32 j = 0; at->pool && j < i; j++) known |= alike(s, space_of(s, seat, codes[j]), space_of(s, seat, codes[i]));
    if (known) continue;
    sets.starts[sets.piles++] = filled;
    for (i32 j = i; j < size; j++)
      if (j == i || (at->pool && alike(s, space_of(s, seat, codes[i]), space_of(s, seat, codes[j])))) sets.spaces[filled++] = codes[j];
  }
  sets.starts[sets.piles] = filled;
  sets.bind = bind;
  next_set(0, most, 0);
  for (i32 i = 0; i < sets.found && !bind; i++) codes[i] = i;
  return sets.found;
}

/* ---- chance inside */

static u64 seed = 88172645463325252ull;

EXPORT(seed_with) void seed_with(u32 low, u32 high) {
  seed = ((u64)high << 32 | low) * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull;
  if (!seed) seed = 1;
}

/* A number below a bound, by multiplying (Lemire 2019) what an xorshift generator (Marsaglia 2003) gives. */
static i32 below_bound(i32 bound) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (i32)((seed >> 32) * (u64)bound >> 32);
}

static i32 likely(u8 *s, i32 kind, i32 asked, i32 sort) {
  if (asked == ROLLED) return 1;
  return sort && !TABLE(u8, G->sort_masks)[(sort - 1) * G->kinds + kind] ? 0 : N(s, G->bag + 2 * kind);
}

EXPORT(answer) void answer(u8 *s, i32 kind) {
  i16 *a = space_of(s, N(s, G->asked_seat), N(s, G->asked_space));
  if (N(s, G->asked) == ROLLED)
    turn_top(s, a, 2 * kind + (*kind_of(s, a[PIECE]) & 1));
  else {
    turn_top(s, a, 2 * kind + 1);
    N(s, G->bag + 2 * kind)--;
    N(s, G->covered)--;
  }
  N(s, G->asked) = 0;
}

/* The kinds that chance may answer, in `codes`; how many. */
static i32 outcomes(u8 *s) {
  i32 size = 0, asked = N(s, G->asked), sort = N(s, G->asked_sort);
  if (asked == FILLED) return 0;
  if (asked == ROLLED) {
    i32 shown = *kind_of(s, space_of(s, N(s, G->asked_seat), N(s, G->asked_space))[PIECE]);
    const i16 *at = TABLE(i16, G->stocks_at) + (shown >> 1);
    for (i32 i = at[0]; i < at[1]; i++) codes[size++] = TABLE(i16, G->stocks)[i];
    return size;
  }
  for (i32 kind = 0; kind < G->kinds; kind++)
    if (likely(s, kind, asked, sort)) codes[size++] = kind;
  return size;
}

/* Chance answers: what was dealt, else each piece that is not dealt elsewhere as likely. */
static void draw_answer(u8 *s) {
  i32 asked = N(s, G->asked), sort = N(s, G->asked_sort), total = 0;
  i32 piece = space_of(s, N(s, G->asked_seat), N(s, G->asked_space))[PIECE];
  if (asked == ROLLED) {
    const i16 *at = TABLE(i16, G->stocks_at) + (*kind_of(s, piece) >> 1);
    answer(s, TABLE(i16, G->stocks)[at[0] + below_bound(at[1] - at[0])]);
    return;
  }
  if (asked == UNCOVERED && N(s, G->dealt + 2 * piece) >= 0) {
    answer(s, N(s, G->dealt + 2 * piece));
    return;
  }
  static i16 weights[MOST_KINDS];
  for (i32 kind = 0; kind < G->kinds; kind++) total += weights[kind] = likely(s, kind, asked, sort);
  if (G->deals)
    for (i32 other = 1; other < G->pieces; other++) {
      i32 kind = N(s, G->dealt + 2 * other);
      if (kind >= 0 && *kind_of(s, other) == COVERED && weights[kind]) weights[kind]--, total--;
    }
  if (total <= 0) trap(NOTHING_LEFT);
  i32 left = below_bound(total), kind = 0;
  while (left >= weights[kind]) left -= weights[kind++];
  answer(s, kind);
}

/* Gives the pieces of a hidden pile a random order that nobody has seen. */
static void shuffle(u8 *s, i32 seat) {
  static i16 kinds[MOST_PIECES];
  i16 *a = space_of(s, seat, 0);
  i32 size = 0;
  for (i32 piece = a[PIECE]; piece; piece = *below(s, piece)) kinds[size++] = *kind_of(s, piece);
  for (i32 piece = a[PIECE]; piece; piece = *below(s, piece)) {
    i32 at = below_bound(size);
    *kind_of(s, piece) = kinds[at], kinds[at] = kinds[--size];
    N(s, G->dealt + 2 * piece) = 0;
  }
  show_top(s, a);
  N(s, G->asked) = 0;
}

static void fill(u8 *s) {
  /* each space to the height of the layout, with the pieces that are not dealt, in a random order */
  static i16 pieces[MOST_PIECES];
  i32 seat = N(s, G->asked_seat), size = 0;
  if (is_pile(seat)) {
    shuffle(s, seat);
    return;
  }
  const i32 *heights = TABLE(i32, G->heights);
  if (!heights) trap(NOT_FILLED);
  heights = TABLE(i32, heights[seat]);
  if (!heights) trap(NOT_FILLED);
  i32 hides = heights[0], spaces = heights[1];
  heights += 2;
  static i16 left[MOST_KINDS];
  for (i32 kind = 0; kind < G->kinds; kind++) left[kind] = TABLE(u8, G->sort_masks)[kind] ? N(s, G->bag + 2 * kind) : 0;
  for (i32 piece = 1; piece < G->pieces; piece++) {
    i32 kind = N(s, G->dealt + 2 * piece);
    if (kind >= 0 && *kind_of(s, piece) == COVERED) left[kind]--;
  }
  for (i32 kind = 0; kind < G->kinds; kind++)
    for (i32 i = 0; i < left[kind]; i++) pieces[size++] = kind;
  for (i32 space = 0; space < spaces; space++)
    for (i32 i = 0; i < heights[space] && size; i++) {
      i32 at = below_bound(size), kind = pieces[at], covered = hides && i < heights[space] - 1 && size > 1;
      pieces[at] = pieces[--size];
      i32 piece = new_piece(s, covered ? COVERED : 2 * kind + 1);
      if (covered)
        N(s, G->dealt + 2 * piece) = kind, N(s, G->covered)++;
      else
        N(s, G->bag + 2 * kind)--;
      put(s, space_of(s, seat, space), piece);
    }
  N(s, G->asked) = 0;
}

/* ---- what may be done and what not */

enum { TO_TURN = 2 };
static i32 playing; /* whether the runtime itself chooses, and answers for chance; `TO_TURN` at most until a turn begins */
static i32 decisions, most_decisions;
static i32 chosen; /* by the runtime, last */
static i32 exploring; /* whether a walk over a graph stops at a choice before it lists it; with `LISTS_ONE` at the one after it */
enum { LISTS_ONE = 2 };
static i32 stops_at_turn; /* in such a walk: at the end of the turn */

static i32 *ruling_at(u8 *s, i32 entry) { return &W(s, G->rulings + entry * G->ruling_size); }

EXPORT(due) i32 due(u8 *s) {
  for (i32 entry = 0; entry < N(s, G->ruled); entry++)
    if (ruling_at(s, entry)[1]) return 1;
  return 0;
}

static i32 pending(u8 *s) { return N(s, G->whole) > 0 || due(s); }

static const struct choice *choice_at(i32 block) {
  i32 number = TABLE(i16, G->choose_of)[block];
  return number < 0 ? 0 : &TABLE(struct choice, G->choose_table)[number];
}

/* The obligations that a pick meets. */
static void meet(u8 *s, const struct choice *at, i32 code) {
  for (i32 entry = 0; entry < N(s, G->ruled); entry++)
    if (ruling_at(s, entry)[1] && ((meeter)at->meet)(s, entry, code)) ruling_at(s, entry)[1] = 0;
}

/* Take what is chosen, or what there is no choice about. */
static void take(u8 *s, i32 code) {
  i32 block = N(s, G->pc);
  const struct choice *at = choice_at(block);
  N(s, G->asked) = 0;
  if (code < STOP) {
    i32 number = -2 - code;
    const struct use *use = &TABLE(struct use, G->use_table)[number];
    N(s, G->used + 2 * number)++;
    if (use->single >= 0) N(s, G->spent + 2 * (W(s, G->mover) * G->singles + use->single)) = 1;
    N(s, G->ability) = number + 1;
    N(s, G->closing) = 0;
    W(s, G->back + 4 * W(s, G->nested)) = block;
    N(s, G->pc) = use->entry;
  } else if (!at)
    N(s, G->closing) = 1;
  else if (code == STOP)
    N(s, G->pc) = at->stop;
  else {
    N(s, G->pc) = at->kind == OPTIONS ? TABLE(i16, at->options)[code] : at->then;
    if (at->meet && N(s, G->ruled)) meet(s, at, code);
    if (at->pick) ((picker)at->pick)(s, code);
    else if (at->kind == ELEMENTS) W(s, at->slot) = code;
  }
}

/* A player chooses, or chance does. */
EXPORT(choose) void choose(u8 *s, i32 code) {
  if (N(s, G->asked) != PICKED) W(s, G->idle) = 0;
  take(s, code);
}

static i32 cannot_fail(i32 block, i32 whole) { return whole < 8 && TABLE(u8, G->cannot_fail)[block] >> whole & 1; }

static i32 copies_of(u8 *s, const struct use *use) {
  if (use->kind < 0) return 1;
  i32 found = 0, player = W(s, G->mover);
  for (i32 i = 0; i < use->seats_size; i++) {
    i32 seat = TABLE(i32, use->seats_at)[player * use->seats_size + i];
    const i16 *top = space_of(s, seat, 0) + TOP;
    for (i32 space = *size_of(s, seat); space; space--, top += G->space_cells) found += *top == use->kind;
  }
  return found;
}

static i32 reachable(u8 *s, i32 number) {
  const struct use *uses = TABLE(struct use, G->use_table), *use = uses + number;
  i32 used = 0;
  if (use->during >= 0 && !N(s, G->inside + 2 * use->during)) return 0;
  if (use->single >= 0 && N(s, G->spent + 2 * (W(s, G->mover) * G->singles + use->single))) return 0;
  for (i32 i = 0; i < use->lasting_size; i++)
    if (!N(s, G->bound + 2 * TABLE(i32, use->lasting_at)[i])) return 0;
  i32 copies = copies_of(s, use);
  for (i32 other = 0; copies && other < G->uses; other++)
    if (uses[other].card == use->card) used += N(s, G->used + 2 * other);
  if (used >= copies) return 0;
  if (!use->condition) return 1;
  asking = number + 1;
  i32 holds = ((function)use->condition)(s);
  asking = 0;
  return holds;
}

/* The abilities that may be used now as far as the moment goes, as codes; how many. */
static i32 within_reach(u8 *s, i32 *found) {
  const struct choice *at = choice_at(N(s, G->pc));
  i32 size = 0;
  if (!G->uses || N(s, G->ability) || (at && W(s, at->decider) != W(s, G->mover))) return 0;
  if (W(s, G->nested) == G->most_nested || (G->has_course && !N(s, G->under))) return 0;
  for (i32 use = 0; use < G->uses; use++)
    if ((!N(s, G->trial) || TABLE(struct use, G->use_table)[use].during >= 0) && reachable(s, use)) found[size++] = -2 - use;
  return size;
}

/* ---- trials: whether all that is begun, or begins with a choice, can be completed */

#include "keys.c"

/* What trials have found out about a state, by its key: it is on the way that is being tried, it can be completed or not. */
enum { TRYING = 1, COMPLETED, FAILED_TRIAL, FOUND_BITS = 3, MEMORY = 1 << 17 };
static u64 remembered[MEMORY];
static i32 remembered_at[MOST_REMEMBERED], remembered_size;

static u32 memory_of(u64 key) {
  u32 at = (u32)(key >> 32) & (MEMORY - 1);
  while (remembered[at] && (remembered[at] ^ key) > FOUND_BITS) at = (at + 1) & (MEMORY - 1);
  return at;
}

static i32 recalled(u64 key) { return remembered[memory_of(key & ~(u64)FOUND_BITS)] & FOUND_BITS; }

static void remember(u64 key, i32 what) {
  key &= ~(u64)FOUND_BITS;
  u32 at = memory_of(key);
  if (!remembered[at] && remembered_size == MOST_REMEMBERED) return;
  if (!remembered[at]) remembered_at[remembered_size++] = at;
  remembered[at] = key | what;
}

/* Each question of the host is answered alike, whatever was asked before. */
static void forget_all(void) {
  while (remembered_size) remembered[remembered_at[--remembered_size]] = 0;
}

/* Whether something can still be picked by each rule of which use has to be made. */
static i32 hopeful(u8 *s) {
  u64 rules = TABLE(u64, G->rules_from)[N(s, G->pc)];
  for (i32 entry = 0; entry < N(s, G->ruled); entry++)
    if (ruling_at(s, entry)[1] && !(rules >> TABLE(u8, G->rule_of)[ruling_at(s, entry)[0]] & 1)) return 0;
  return 1;
}

struct level { u8 *state; i32 *codes; i32 size, next, chance; u64 key; struct matter matter; };
static struct level levels[MOST_DEEP];
static i32 try_codes[1 << 18];

static i32 run(u8 *s) { return ((function)G->run)(s); }

static i32 block_of(const struct choice *at, i32 code) {
  return code == STOP ? at->stop : at->kind == OPTIONS ? TABLE(i16, at->options)[code] : at->then;
}

/* Whether something that may be chosen at a stop leads to where nothing can fail. */
static i32 surely_leads_on(u8 *s, const struct choice *at, i32 size) {
  if (!at || due(s)) return 0;
  for (i32 i = 0; i < size; i++)
    if (codes[i] >= STOP && cannot_fail(block_of(at, codes[i]), N(s, G->whole))) return 1;
  return 0;
}

/* A copy for a trial: of lists and places only what matters. */
static void copy_of_trial(u8 *to, const struct level *from) {
  u8 *s = from->state;
  i32 map = 0, begin = TABLE(i32, G->seat_at)[0];
  for (i32 i = 0; i < from->matter.size; i++) map |= from->matter.rows[i]->everything ? 2 : from->matter.rows[i]->map;
  if (map > 1) {
    copy(to, s);
    return;
  }
  __builtin_memcpy(to, s, map ? G->fixed_size : begin);
  for (i32 i = 0; i < from->matter.size; i++) {
    const struct reads *row = from->matter.rows[i];
    for (i32 j = 0; j < row->seats && !map; j++) {
      i32 seat = TABLE(u8, row->seats_at)[j], at = TABLE(i32, G->seat_at)[seat];
      __builtin_memcpy(to + at, s + at, 2 * G->space_cells * *size_of(s, seat));
    }
    for (i32 j = 0; j < row->slots; j++) {
      const struct named *slot = &TABLE(struct named, G->named)[TABLE(u16, row->slots_at)[j]];
      if (slot->count < 0 || W(s, slot->count) <= 0) continue;
      __builtin_memcpy(to + slot->at, s + slot->at, 4 * slot->words * W(s, slot->count));
    }
  }
  if (N(s, G->asked) && !map) {
    i32 at = TABLE(i32, G->seat_at)[N(s, G->asked_seat)];
    __builtin_memcpy(to + at, s + at, 2 * G->space_cells * *size_of(s, N(s, G->asked_seat)));
  }
}

/* Tries the next way to go on from a level; 1 if all can be completed by it. */
static i32 tried(struct level *from, struct level *to) {
  i32 code = from->codes[from->next++];
  copy_of_trial(to->state, from);
  N(to->state, G->trial) = 1;
  if (from->chance)
    answer(to->state, code);
  else {
    const struct choice *at = choice_at(N(from->state, G->pc));
    i32 begins = code < STOP || (at && code >= 0 && (at->kind == OPTIONS || at->kind == YES));
    choose(to->state, code);
    if (!begins && !pending(to->state)) return 1;
  }
  tries++;
  spend(to->state, 1);
  i32 status = run(to->state);
  to->size = to->next = 0;
  if (status != CHOICE && status != CHANCE) return status == DONE;
  if (status == CHOICE && surely_leads_on(to->state, choice_at(N(to->state, G->pc)), listed_size)) return 1;
  if (!hopeful(to->state)) return 0;
  to->codes = from->codes + from->size;
  to->chance = status == CHANCE;
  to->size = status == CHANCE ? outcomes(to->state) : listed_size;
  if (to->codes + to->size > try_codes + (1 << 18)) trap(TOO_DEEP);
  for (i32 i = 0; i < to->size; i++) to->codes[i] = codes[i];
  rows_at(to->state, N(to->state, G->pc), -1, &to->matter);
  to->key = 0;
  if (tries <= UNREMEMBERED) return 0;
  to->key = key_of_rows(to->state, N(to->state, G->pc), &to->matter);
  i32 known = recalled(to->key);
  met_itself |= known == TRYING;
  if (known) {
    to->size = 0;
    return known == COMPLETED;
  }
  remember(to->key, TRYING);
  return 0;
}

static i32 entry_of(i32 code) { return TABLE(struct use, G->use_table)[-2 - code].entry; }

/* The search, depth first, from a level on that has one way to go on; every state that it goes on from is remembered. */
static i32 completes(i32 code) {
  i32 depth = 0, found = 0, room = least(MOST_DEEP, (G->arena_end - G->arena) / G->state_size);
  for (i32 i = 1; i < room && !levels[i].state; i++) levels[i].state = (u8 *)(G->arena + i * G->state_size);
  i64 last = work + MOST_WORK;
  tries = met_itself = 0;
  while (depth >= 0 && !found) {
    if (work >= last) too_much_work(levels[0].state);
    if (code < STOP && !levels[0].key && tries == UNREMEMBERED) {
      /* what the ability reads from its beginning on */
      levels[0].key = finished(mix(key_of_rows(levels[0].state, entry_of(code), &levels[0].matter), (u32)code));
      i32 known = recalled(levels[0].key);
      if (known) return known == COMPLETED;
    }
    if (levels[depth].next == levels[depth].size) {
      if (depth && levels[depth].key) remember(levels[depth].key, FAILED_TRIAL);
      depth--;
      continue;
    }
    if (depth + 1 >= room) trap(TOO_DEEP);
    found = tried(&levels[depth], &levels[depth + 1]);
    if (!found && levels[depth + 1].size) depth++;
  }
  for (i32 i = 1; i <= depth; i++)
    if (levels[i].key) remember(levels[i].key, COMPLETED);
  if ((found && met_itself) || remembered_size == MOST_REMEMBERED)
    forget_all(); /* what failed because it led back to what was being tried may be completed by way of that */
  return found;
}

static i32 leads_on(u8 *s, i32 code) {
  struct level *from = &levels[0];
  from->state = s, from->codes = try_codes, from->codes[0] = code;
  from->size = 1, from->next = 0, from->chance = 0, from->key = 0;
  rows_at(s, code < STOP ? entry_of(code) : N(s, G->pc), code < STOP ? N(s, G->pc) : -1, &from->matter);
  host.questions++, host.left += host.share;
  trying = code < STOP ? -1 - code : N(s, G->ability);
  i32 found = completes(code);
  trying = 0;
  if (from->key) remember(from->key, found ? COMPLETED : FAILED_TRIAL);
  return found;
}

/* Whether a choice leads on; the flow goes on at a block then. */
static i32 choice_leads_on(u8 *s, i32 code, i32 then) {
  return (cannot_fail(then, N(s, G->whole)) && !due(s)) || leads_on(s, code);
}

/* Whether a choice of a listing is offered. */
static i32 is_tried(u8 *s, const struct choice *at) {
  return at->tried && (at->kind == OPTIONS || at->kind == YES || pending(s));
}

/* ---- choices */

static i32 legal(u8 *s, const struct choice *at, i32 code, i32 tests) {
  if (code < STOP) return leads_on(s, code);
  if (code == STOP) return !at || choice_leads_on(s, STOP, at->stop);
  return !tests || choice_leads_on(s, code, block_of(at, code));
}

/* Draws one of `size` candidates in `kept` until one of them is legal; it is moved to the end. 0 if none is. */
static i32 draw(u8 *s, const struct choice *at, i32 size, i32 tests) {
  while (size) {
    i32 drawn = below_bound(size), code = kept[drawn];
    kept[drawn] = kept[size - 1], kept[size - 1] = code;
    if (legal(s, at, code, tests)) return size;
    size--;
  }
  return 0;
}

static i32 give_up(u8 *s) {
  /* chance has made it impossible to meet the obligations */
  for (i32 entry = 0; entry < N(s, G->ruled); entry++) ruling_at(s, entry)[1] = 0;
  return GO_ON;
}

/* Whether one of the first candidates is of the listing and legal. */
static i32 any_legal(u8 *s, const struct choice *at, i32 size, i32 tests) {
  for (i32 i = 0; i < size; i++)
    if (kept[i] >= 0 && legal(s, at, kept[i], tests)) return 1;
  return 0;
}

/* The runtime chooses: each choice that would be offered as likely, found without trying them all. */
static i32 play(u8 *s, const struct choice *at, i32 size) {
  i32 tests = size && is_tried(s, at), all = size, stops = at->stop >= 0;
  for (i32 i = 0; i < size; i++) kept[i] = codes[i];
  if (!size && at->none >= 0) {
    N(s, G->pc) = at->none;
    return GO_ON;
  }
  if (stops) kept[all++] = STOP;
  if (at->asks && (size || !stops)) all += within_reach(s, kept + all);
  if (all > 1 && decisions == most_decisions) return CHOICE;
  i32 forced = all <= 1;
  decisions += !forced;
  tick();
  while ((all = draw(s, at, all, tests))) {
    i32 code = kept[--all];
    if (code < 0 && (at->none >= 0 || (code < STOP && stops))) { /* without a legal one of the listing there is another way */
      if (!any_legal(s, at, all, tests)) {
        if (at->none >= 0) break;
        if (choice_leads_on(s, STOP, at->stop)) code = STOP;
      }
    }
    if (!forced && decisions == 1) chosen = code;
    if (forced) take(s, code);
    else choose(s, code);
    return GO_ON;
  }
  if (at->none >= 0) {
    N(s, G->pc) = at->none;
    return GO_ON;
  }
  return size && due(s) ? give_up(s) : FAILS;
}

/* The choices of a listing that are offered, of the codes of all. */
static i32 offered(u8 *s, const struct choice *at, i32 *found, i32 size) {
  if (!is_tried(s, at)) return size;
  i32 left = 0;
  for (i32 i = 0; i < size; i++)
    if (legal(s, at, found[i], 1)) found[left++] = found[i];
  return left;
}

/* The abilities that may be used now: those of the moment that can be done. */
static i32 usable(u8 *s, i32 *found) {
  i32 size = within_reach(s, found), left = 0;
  for (i32 i = 0; i < size; i++)
    if (N(s, G->trial) || leads_on(s, found[i])) found[left++] = found[i];
  return left;
}

/* Whether a walk over a graph stops here first, to see if it knows the state. */
static i32 waits(u8 *s) { return exploring == 1 && !N(s, G->trial); }

/* Goes on where nothing is left to choose. */
static i32 passes(u8 *s) {
  if (exploring == LISTS_ONE && !N(s, G->trial)) exploring = 1;
  return GO_ON;
}

static i32 stopped(i32 *found, i32 size) {
  for (i32 i = 0; i < size; i++) codes[i] = found[i];
  listed_size = size;
  return CHOICE;
}

/* A player chooses at a block: what leads on is offered, and what leaves no choice is taken at once. */
EXPORT(choice) i32 choice(u8 *s, i32 block) {
  const struct choice *at = choice_at(block);
  i32 trial = N(s, G->trial);
  N(s, G->pc) = block;
  i32 listed_codes = ((function)at->list)(s), size = listed_codes;
  if (playing && !trial) return play(s, at, size);
  i32 *found = trial ? kept_by_trials : kept;
  for (i32 i = 0; i < size; i++) found[i] = codes[i];
  if (!trial) size = offered(s, at, found, size);
  if (!size && at->none >= 0) {
    N(s, G->pc) = at->none;
    return passes(s);
  }
  if (size > 1 && waits(s)) return AT_CHOICE;
  i32 may_stop = at->stop >= 0 && (trial || choice_leads_on(s, STOP, at->stop));
  if (!size && may_stop) {
    take(s, STOP);
    return passes(s);
  }
  if (may_stop && waits(s)) return AT_CHOICE;
  if (may_stop) found[size] = STOP;
  i32 uses = may_stop || size > 1 || at->asks ? usable(s, found + size + may_stop) : 0;
  if (uses && waits(s)) return AT_CHOICE;
  if (may_stop || size > 1 || (at->asks && uses)) return stopped(found, size + may_stop + uses);
  if (size) {
    take(s, found[0]);
    return passes(s);
  }
  return listed_codes && !trial && due(s) ? (give_up(s), passes(s)) : FAILS;
}

/* Chance chooses at a block. */
EXPORT(random_choice) i32 random_choice(u8 *s, i32 block) {
  const struct choice *at = choice_at(block);
  N(s, G->pc) = block;
  i32 size = ((function)at->list)(s);
  if (!size) return FAILS;
  if (waits(s)) return AT_CHOICE;
  if (N(s, G->trial)) {
    listed_size = size;
    if (size > 1) return CHOICE;
    take(s, codes[0]);
    return GO_ON;
  }
  W(s, G->draws)++;
  N(s, G->asked) = PICKED;
  listed_size = size;
  if (!playing) return CHANCE;
  choose(s, codes[below_bound(size)]);
  return GO_ON;
}

/* ---- chance is asked */

static i32 ask(u8 *s, i32 asked, i32 seat, i32 space, i32 sort) {
  N(s, G->asked) = asked, N(s, G->asked_seat) = seat, N(s, G->asked_space) = space, N(s, G->asked_sort) = sort;
  if (playing && !N(s, G->trial)) {
    if (asked == FILLED)
      fill(s);
    else
      draw_answer(s);
    return GO_ON;
  }
  listed_size = 0;
  return CHANCE;
}

EXPORT(uncover) i32 uncover(u8 *s, i16 *a, i32 seat, i32 space) {
  return loose(a) && *kind_of(s, a[PIECE]) == COVERED ? ask(s, UNCOVERED, seat, space, G->first_sort) : GO_ON;
}

EXPORT(draw_piece) i32 draw_piece(u8 *s, i32 pool, i32 sort, i32 slot) {
  i32 left = sort ? 0 : -N(s, G->covered);
  for (i32 kind = 0; kind < G->kinds; kind++) left += likely(s, kind, DRAWN, sort);
  if (left <= 0) return FAILS;
  N(s, G->covered)++;
  W(s, slot) = add_to_pool(s, pool, new_piece(s, COVERED));
  W(s, G->draws)++;
  return ask(s, DRAWN, pool, W(s, slot), sort);
}

EXPORT(roll) i32 roll(u8 *s, i16 *a, i32 seat, i32 space) {
  if (!loose(a)) return FAILS;
  W(s, G->draws)++;
  return ask(s, ROLLED, seat, space, 0);
}

EXPORT(ask_to_fill) i32 ask_to_fill(u8 *s, i32 seat) {
  if (N(s, G->trial)) return GO_ON;
  W(s, G->draws)++;
  return ask(s, FILLED, seat, 0, 0);
}

/* The kinds that chance may answer, or the codes of what it may choose, where a state stopped for it; how many. */
EXPORT(answers) i32 answers(u8 *s) { return N(s, G->asked) == PICKED ? listed_size : outcomes(s); }

/* ---- turns */

/* A turn of a player begins; whether the flow is to stop there. */
EXPORT(begin_turn) i32 begin_turn(u8 *s, i32 turn, i32 player, i32 under) {
  W(s, G->mover) = player;
  N(s, G->under) = under;
  N(s, G->pc) = turn;
  for (i32 i = 0; i < G->lasting; i++) N(s, G->bound + 2 * i) = 0;
  if (playing || N(s, G->trial)) return playing == TO_TURN && !N(s, G->trial);
  if (host.begun < MOST_BEGUN) host.movers[host.begun++] = player;
  return host.to_turn;
}

EXPORT(end_turn) i32 end_turn(u8 *s, i32 block) {
  N(s, G->pc) = block;
  if (!N(s, G->closing) && G->uses) {
    i32 size, *found = N(s, G->trial) ? kept_by_trials : kept;
    found[0] = STOP;
    if (playing && !N(s, G->trial)) {
      size = 1 + within_reach(s, kept + 1);
      if (size > 1 && decisions == most_decisions) return CHOICE;
      decisions += size > 1;
      if (size > 1 && decisions == 1) chosen = STOP;
      while (size > 1 && (size = draw(s, 0, size, 0)) && kept[size - 1] != STOP) {
        if (decisions == 1) chosen = kept[size - 1];
        choose(s, kept[size - 1]);
        return GO_ON;
      }
    } else if ((size = usable(s, found + 1)))
      return waits(s) ? AT_CHOICE : stopped(found, size + 1);
    passes(s);
  }
  if (N(s, G->trial) && due(s)) return FAILS;
  if (stops_at_turn && !N(s, G->trial)) return SETTLED;
  i32 mover = W(s, G->mover), under = N(s, G->under);
  if ((mover == G->players - 1 || !G->by_round) && ((function)G->end)(s)) N(s, G->over) = 1;
  clear_marks(s);
  N(s, G->ruled) = 0;
  N(s, G->closing) = 0;
  for (i32 use = 0; use < G->uses; use++) N(s, G->used + 2 * use) = 0;
  W(s, G->turn)++;
  if (++W(s, G->idle) > MOST_IDLE) N(s, G->over) = 1;
  if (under) {
    N(s, G->under) = 0;
    N(s, G->pc) = under;
    return GO_ON;
  }
  return begin_turn(s, G->turn_block, (mover + 1) % G->players, 0) ? DONE : GO_ON;
}

/* ---- for the host */

static void begin_step(void) {
  playing = listed_size = asking = trying = 0;
  host.work = 0, host.questions = host.costly = host.begun = host.visits = 0;
  forget_all();
}

/* Goes on to the next stop; what may be chosen is in `codes` (`listed`). */
EXPORT(go_on) i32 go_on(u8 *s) {
  begin_step();
  host.limited = host.to_turn = 0;
  return run(s);
}

static i32 stop_of(u8 *s, i32 status) {
  i32 size = status == CHOICE ? listed_size : status == CHANCE ? answers(s) : 0;
  return status | size << 3;
}

/* The same after a choice or an answer of chance, if there is one to be made; with the number of codes, times eight. */
EXPORT(step) i32 step(u8 *s, i32 chooses, i32 code) {
  begin_step(); /* before the choice: to find what is chosen may take work too */
  if (chooses == 1) choose(s, code);
  if (chooses == 2) answer(s, code);
  return stop_of(s, run(s));
}

EXPORT(try_choice) i32 try_choice(u8 *s, i32 code) {
  begin_step();
  return leads_on(s, code);
}

/* What a random game chooses first. */
EXPORT(first_choice) i32 first_choice(u8 *s) {
  u8 *work = (u8 *)G->arena_end;
  copy(work, s);
  decisions = 0, most_decisions = 1, chosen = 0;
  begin_step();
  host.limited = host.to_turn = 0;
  playing = 1;
  run(work);
  playing = 0;
  return chosen;
}

static i32 games_left, unfinished, most_in_game, last_in_game;
static u8 *origin;

/* Random games from a state, each to its end or to so many decisions. */
EXPORT(begin_playouts) void begin_playouts(u8 *from, i32 games, i32 most) {
  origin = from, games_left = games, unfinished = 0, decisions = 0;
  most_in_game = last_in_game = most;
  begin_step();
  host.limited = host.to_turn = 0;
  copy((u8 *)G->arena_end, from);
}

/* Goes on with them for so many decisions; how many games are left. */
EXPORT(playouts) i32 playouts(i32 most) {
  u8 *s = (u8 *)G->arena_end;
  i32 last = decisions + most;
  playing = 1;
  while (games_left) {
    most_decisions = least(last, last_in_game);
    if (run(s) != OVER && decisions < last_in_game) break;
    unfinished += !N(s, G->over);
    if (--games_left) copy(s, origin);
    last_in_game = decisions + most_in_game;
  }
  playing = 0;
  return games_left;
}

/* How many games of the playouts were broken off. */
EXPORT(broken_off) i32 broken_off(void) { return unfinished; }
EXPORT(decided) i32 decided(void) { return decisions; }

EXPORT(copy_state) void copy_state(u8 *to, u8 *from) { copy(to, from); }

#include "graph.c"
#include "returns.c"
#include "search.c"
#include "uct.c"
#include "whole_turns.c"
