/* Searches of the tree of a game: positions counted by depth, and the value of a game to one of two players at most.
 *
 * Part of `runtime.c`. Depth is counted in choices. The value is searched by alpha-beta with a table of positions (Knuth and
 * Moore 1975; Breuker 1998), through chance by Star1 (Ballard 1983). What lies deeper than the search goes counts as the worst for the player for whom
 * it searches: so what is found is a lower bound of the value to that player, and the search for the other one gives the upper bound. The bounds
 * are true whatever the depth, also where a position can come again, and what was found at one depth is used at any other.
 */
enum { MOST_PLIES = 600, BUCKET = 4, LOOK = 128, HISTORY = 1 << 12, NO_MOVE = -(1 << 30) };
#define UNKNOWN 1e18 /* no sum of points is as large */

static i64 searched, most_searched;

/* The states of a search are those of the path of a walk, as far as recursion may go. */
static u8 *ply_state(i32 ply) { return path[ply].state; }

static void count_visit(void) {
  if (++searched % LOOK == 0 && stops()) trap(STOPPED);
}

static i32 deals_known; /* whether what was dealt under other pieces counts as seen */

/* How many of a kind chance may bring out, where it is not known what was dealt: all of the bag, else those that are not dealt. */
static i32 weight_of(u8 *s, i32 kind) {
  i32 weight = likely(s, kind, N(s, G->asked), N(s, G->asked_sort));
  if (!deals_known || !G->deals || N(s, G->asked) == ROLLED) return weight;
  for (i32 piece = 1; piece < G->pieces; piece++) weight -= *kind_of(s, piece) == COVERED && N(s, G->dealt + 2 * piece) == kind;
  return weight;
}

/* The kind of the piece that is uncovered, if it is known; else -1. */
static i32 dealt_there(u8 *s) {
  if (!deals_known || N(s, G->asked) != UNCOVERED) return -1;
  return N(s, G->dealt + 2 * space_of(s, N(s, G->asked_seat), N(s, G->asked_space))[PIECE]);
}

/* Copies what may come at a stop to `to`, and goes there by one of the codes; its weight among the others. */
static i32 go_by(u8 *to, u8 *from, i32 status, i32 all_throws, i32 code) {
  copy(to, from);
  if (status == CHANCE && all_throws) return throw(to, code);
  if (status == CHANCE && N(from, G->asked) != PICKED) {
    i32 weight = dealt_there(from) >= 0 ? 1 : weight_of(from, code);
    answer(to, code);
    return weight;
  }
  choose(to, code);
  return 1;
}

/* Lists the codes of a stop from a place on; how many. Those of chance may be throws of several things. */
static i32 list_codes(u8 *s, i32 status, i32 *at, i32 all_throws) {
  i32 size = all_throws ? all_throws : status == CHANCE ? answers(s) : listed_size;
  if (at + size > walk_values + MOST_LISTED) trap(TOO_LONG_LINE);
  if (status == CHANCE && dealt_there(s) >= 0) {
    at[0] = dealt_there(s);
    return 1;
  }
  for (i32 i = 0; i < size; i++) at[i] = all_throws ? i : codes[i];
  if (status != CHANCE || all_throws || N(s, G->asked) == PICKED) return size;
  i32 left = 0;
  for (i32 i = 0; i < size; i++)
    if (weight_of(s, at[i]) > 0) at[left++] = at[i];
  return left;
}

static i32 decider_at(u8 *s) {
  const struct choice *at = choice_at(N(s, G->pc));
  return at ? W(s, at->decider) : W(s, G->mover);
}

/* ---- counting */

static u64 counted[2 * MOST_PLIES];

static void count_from(i32 ply, i32 depth, i32 most, i32 *from) {
  u8 *s = ply_state(ply);
  count_visit();
  i32 status = run(s);
  if (status == CHANCE && N(s, G->asked) == FILLED) trap(NOT_FILLED);
  if (status != CHANCE) counted[2 * depth]++, counted[2 * depth + 1] += status == OVER;
  if (status == OVER || (status == CHOICE && depth == most)) return;
  if (ply + 2 >= MOST_PLIES) trap(TOO_LONG_LINE);
  i32 size = list_codes(s, status, from, 0);
  for (i32 i = 0; i < size; i++) {
    go_by(ply_state(ply + 1), s, status, 0, from[i]);
    count_from(ply + 1, depth + (status == CHOICE), most, from + size);
  }
}

/* Counts the ways to make up to so many choices, with each answer of chance as a way of its own: for each number how many there are, and how
 * many end the game. */
EXPORT(perft) i32 perft(u8 *s, i32 depth) {
  if (depth >= MOST_PLIES) trap(TOO_LONG_LINE);
  __builtin_memset(counted, 0, sizeof counted);
  searched = 0, deals_known = 0;
  begin_step();
  copy(ply_state(0), s);
  count_from(0, 0, depth, walk_values);
  return (i32)counted;
}

/* ---- the table of positions */

/* What is known of a position to the player who is searched for: its value lies from `low` to `high`; as far as `depth` choices go it is
 * `at` most. `move` was best, or refuted the position; `effort` is how much it took (0: the entry is free). */
struct bound { u64 key; double low, high, at; i32 move; i16 depth; u8 effort; };

static struct bound *bounds_known;
static u32 bound_mask;
static i64 bounds_stored;
static double least_return, most_return;
static i32 by_points, searched_for;
static i32 was_cut; /* whether something below was not searched to the end */
static i32 history[2][HISTORY];
static struct { double value; i64 searched, stored; i32 move, complete; } found;

/* The entry of a position, or the one that it replaces: that which took the least. */
static struct bound *entry_at(const u64 *key, i32 *known) {
  struct bound *bucket = bounds_known + ((u32)key[0] & bound_mask) * BUCKET, *least_one = bucket;
  *known = 1;
  for (i32 i = 0; i < BUCKET; i++) {
    if (bucket[i].effort && bucket[i].key == key[1]) return bucket + i;
    if (bucket[i].effort < least_one->effort) least_one = bucket + i;
  }
  *known = 0;
  return least_one;
}

static u8 effort_of(i64 visits) {
  u8 effort = 1;
  for (; visits; visits >>= 1) effort++;
  return effort;
}

/* Notes what a search within a window has found. */
static void note(const u64 *key, i32 depth, double alpha, double beta, double value, i32 move, i64 visits) {
  i32 known;
  struct bound *entry = entry_at(key, &known);
  if (!known) {
    bounds_stored += !entry->effort;
    *entry = (struct bound){key[1], least_return, most_return, most_return, NO_MOVE, -1, 0};
  }
  if (value > alpha && value > entry->low) entry->low = value;
  if (value < beta && depth >= entry->depth) entry->at = value, entry->depth = depth;
  if (value < beta && !was_cut && value < entry->high) entry->high = value;
  if (move != NO_MOVE) entry->move = move;
  u8 effort = effort_of(visits);
  if (effort > entry->effort) entry->effort = effort;
}

/* ---- alpha-beta */

static double value_at(i32 ply, i32 depth, double alpha, double beta, i32 *from);

/* The codes at a choice, that which was best before first, then those that have cut most. */
static void order_codes(i32 *from, i32 size, i32 first, const i32 *worth) {
  for (i32 i = 1; i < size; i++) {
    i32 code = from[i], j = i;
    i32 own = code == first ? 1 << 30 : worth[code & (HISTORY - 1)];
    for (; j && (from[j - 1] == first ? 1 << 30 : worth[from[j - 1] & (HISTORY - 1)]) < own; j--) from[j] = from[j - 1];
    from[j] = code;
  }
}

static double best_choice(i32 ply, i32 depth, double alpha, double beta, i32 *from, i32 *move) {
  u8 *s = ply_state(ply);
  i32 own = decider_at(s) == searched_for || G->players == 1, size = list_codes(s, CHOICE, from, 0);
  double best = own ? -2 * UNKNOWN : 2 * UNKNOWN;
  order_codes(from, size, *move, history[own]);
  *move = NO_MOVE;
  for (i32 i = 0; i < size; i++) {
    go_by(ply_state(ply + 1), s, CHOICE, 0, from[i]);
    double value = value_at(ply + 1, depth - 1, alpha, beta, from + size);
    if (own ? value > best : value < best) best = value, *move = from[i];
    if (own && best > alpha) alpha = best;
    if (!own && best < beta) beta = best;
    if (alpha >= beta) {
      history[own][from[i] & (HISTORY - 1)] += depth * depth + 1;
      break;
    }
  }
  return best;
}

/* The mean over what chance may answer; it ends when what is left cannot bring it back into the window. */
static double mean_of_chance(i32 ply, i32 depth, double alpha, double beta, i32 *from) {
  u8 *s = ply_state(ply);
  if (N(s, G->asked) == FILLED) trap(NOT_FILLED);
  i32 all_throws = N(s, G->asked) == ROLLED ? throws_at(s) : 0, size = list_codes(s, CHANCE, from, all_throws);
  double sum = 0, left = 0;
  for (i32 i = 0; i < size; i++) left += go_by(ply_state(ply + 1), s, CHANCE, all_throws, from[i]);
  double total = left;
  for (i32 i = 0; i < size; i++) {
    double weight = go_by(ply_state(ply + 1), s, CHANCE, all_throws, from[i]);
    left -= weight;
    double low = (alpha * total - sum - most_return * left) / weight, high = (beta * total - sum - least_return * left) / weight;
    if (high <= least_return) return (sum + least_return * (left + weight)) / total;
    if (low >= most_return) return (sum + most_return * (left + weight)) / total;
    if (low < least_return || low >= high) low = least_return;
    if (high > most_return || low >= high) high = most_return;
    double value = value_at(ply + 1, depth, low, high, from + size);
    sum += weight * value;
    if (value <= low && low > least_return) return (sum + most_return * left) / total;
    if (value >= high && high < most_return) return (sum + least_return * left) / total;
  }
  return sum / total;
}

/* The key of a state whose canonical form lies in another one. */
static void key_at(u8 *s, u8 *canonical, u64 *key) {
  hash_state(canonical, searched_for, key);
  if (!deals_known || !G->deals) return;
  for (i32 seat = 0; seat < G->seats; seat++)
    for (i32 space = 0; space < *size_of(s, seat); space++) {
      i16 *a = space_of(s, seat, space);
      for (i32 piece = a[PIECE]; piece; piece = *below(s, piece))
        if (*kind_of(s, piece) == COVERED) key[1] = mix(key[1], (u64)seat << 32 | (u64)space << 16 | (u16)N(s, G->dealt + 2 * piece));
    }
}

/* The value of what a state goes on to, to the player who is searched for. Within the window it is a lower bound, exact but for what was not searched to the end; outside of
 * it it only says on which side. */
static double value_at(i32 ply, i32 depth, double alpha, double beta, i32 *from) {
  u8 *s = ply_state(ply);
  u64 key[2];
  u8 passed[MOST_LOOPS];
  i64 before = searched;
  count_visit();
  i32 status = next_stop(s), known, move = NO_MOVE;
  if (status == OVER) return ((double *)returns(s, by_points))[searched_for];
  if (ply + 2 >= MOST_PLIES || searched > most_searched || (status != CHANCE && depth <= 0)) {
    was_cut = 1;
    return least_return;
  }
  copy(ply_state(ply + 1), s);
  make_canonical(ply_state(ply + 1), status, 0, passed);
  key_at(s, ply_state(ply + 1), key);
  struct bound *entry = entry_at(key, &known);
  double low = least_return;
  if (known) move = entry->move;
  if (known && ply) { /* at the root the move is looked for */
    low = entry->low;
    if (low >= beta || low == entry->high) return low;
    if (entry->high <= alpha) return entry->high;
    if (entry->depth >= depth && (entry->at <= alpha || entry->at <= low)) {
      was_cut = 1;
      return entry->at <= low ? low : entry->at;
    }
  }
  i32 above = was_cut;
  was_cut = 0;
  if (status == AT_CHOICE) status = run(s);
  double floor = low > alpha ? low : alpha, value;
  if (status == OVER) value = ((double *)returns(s, by_points))[searched_for];
  else value = status == CHANCE ? mean_of_chance(ply, depth, floor, beta, from) : best_choice(ply, depth, floor, beta, from, &move);
  if (value < low) value = low;
  note(key, depth, floor, beta, value, status == CHOICE ? move : NO_MOVE, searched - before);
  if (!ply) found.move = status == CHOICE ? move : NO_MOVE;
  was_cut |= above;
  return value;
}

/* Makes room for a table of so many bytes, in which nothing is known. */
EXPORT(search_room) void search_room(u32 bytes) {
  u32 buckets = 1;
  while (2 * buckets * BUCKET * sizeof(struct bound) <= bytes) buckets *= 2;
  heap = heap_first;
  bounds_known = (struct bound *)taken(buckets * BUCKET * sizeof(struct bound));
  __builtin_memset(bounds_known, 0, buckets * BUCKET * sizeof(struct bound));
  __builtin_memset(history, 0, sizeof history);
  bound_mask = buckets - 1, bounds_stored = searched = 0, most_searched = 1ll << 62;
}

/* After how many visits of positions in all, since the table was made, a search goes no deeper. */
EXPORT(search_limit) void search_limit(i64 most) { most_searched = most; }

/* The value of a state to a player, as far as so many choices go, perhaps with what was dealt open to all: `found`, of which the address is given. */
EXPORT(search) i32 search(u8 *s, i32 player, i32 depth, i32 points, i32 open) {
  counts_rounds = 1;
  horizon(0, 0, -1, 0);
  begin_step();
  deals_known = open, by_points = points, searched_for = player, was_cut = 0;
  most_return = points || G->players == 1 ? UNKNOWN : 1, least_return = -most_return;
  found.move = NO_MOVE;
  copy(ply_state(0), s);
  found.value = value_at(0, depth, least_return, most_return, walk_values);
  found.complete = !was_cut, found.searched = searched, found.stored = bounds_stored;
  return (i32)&found;
}

/* The same address, for a search that was broken off. */
EXPORT(search_found) i32 search_found(void) {
  found.searched = searched, found.stored = bounds_stored;
  return (i32)&found;
}
