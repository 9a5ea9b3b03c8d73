/* The graph of what can come of a state up to a horizon: choices, chance and ends, each state once.
 *
 * Part of `runtime.c`. The walk is depth first; states lie only on its stack, and a node is known by a hash of 128 bits
 * of its state in canonical form: cells that nothing reads any more are cleared (`kernel/horizon.py` says which), pools
 * are sorted as far as nothing names what lies there, and a die that will be rolled before anything looks at it shows its
 * first side. So equal dice fall together; what they show that are rolled one after another is a multiset.
 */
enum { OUT_OF_MEMORY = 20 };           /* another reason to trap */
enum { OPEN, CHOOSES, IS_CHANCE, ENDS, PASSES, UNDER_WAY };
enum { WALKED, MORE, CYCLE, FULL, ENDS_FULL, TOO_MANY_ROUNDS, TOO_LONG };
enum { MOST_LEVELS = 2048, MOST_LOOPS = 8, MOST_CONTEXTS = 64, MOST_SLOTS = 2048, MOST_SEATS = 256, CHUNK = 1 << 20, MOST_CHUNKS = 1024, MOST_THROWS = 20000, MOST_LISTED = 1 << 18 };
enum { POOL = 1, SHRINKS = 2, CLEARINGS = 64, LEAVES = 1 << 30 }; /* the last: an edge with which a secret is over */

/* A slot: its words by element and its room, the slots with where a list begins and how many it has; whether it names spaces (1) or
 * sets of them (2), and from which seat on, of how many; the number of the loop whose rounds it counts, up to how many of these make a
 * difference, and how many there may be. */
struct slot { i32 at, words, room, first, count, names, seat, seats, loop, cap, most; };
struct node { u64 key[2]; u32 first, size; u8 kind, secret; i16 decider; u8 rounds[MOST_LOOPS]; };
struct edge { u32 target; i32 value; };
struct step { u8 *state; u32 node; i32 *values; u32 *targets; i32 size, next, status, throws; u8 passed[MOST_LOOPS], held[MOST_LOOPS], before[MOST_LOOPS]; };

/* Rows that grow, in chunks of memory that are taken from the end. */
struct row { u32 size, each, have; u8 *chunks[MOST_CHUNKS]; };
static struct row nodes = {0, sizeof(struct node)}, edges = {0, sizeof(struct edge)}, order = {0, 4}, ends = {0, 0};
static u32 ends_read; /* those that the host has taken are forgotten */
static u8 *heap, *heap_first;
static u32 *index_table, index_size;

static struct step path[MOST_LEVELS];
static i32 walk_values[MOST_LISTED];
static u32 walk_targets[MOST_LISTED];
static i32 depth, walk_result, cuts, most_nodes;
static i32 counts_rounds, skips_chance;
static i32 settles, until_block = -1; /* the horizon, with `stops_at_turn` */
static u32 *const watching = (u32 *)(DATA + __builtin_offsetof(struct game, watching));

static u8 *taken(u32 size) {
  u8 *from = heap;
  heap += (size + 63) & ~63u;
  u32 pages = ((u32)heap + 65535) / 65536, have = __builtin_wasm_memory_size(0);
  if (pages > have && (int)__builtin_wasm_memory_grow(0, pages - have) < 0) trap(OUT_OF_MEMORY);
  return from;
}

static void *at_row(struct row *row, u32 index) {
  u32 per = CHUNK / row->each;
  return row->chunks[index / per] + index % per * row->each;
}

static u32 add_row(struct row *row) {
  u32 index = row->size++, per = CHUNK / row->each;
  if (index / per >= MOST_CHUNKS) trap(OUT_OF_MEMORY);
  if (index / per == row->have) row->chunks[row->have++] = taken(CHUNK);
  return index;
}

static struct node *node_at(u32 number) { return at_row(&nodes, number); }

/* ---- what still matters */

static u32 alive[MOST_SLOTS / 32];

/* What may come up to the horizon from a block on: a bit for chance, and those of the names of blocks that begin; the slots that matter. */
static u32 ahead_of(u8 *s, i32 block, u32 *live) {
  static i32 waiting[MOST_CONTEXTS];
  i32 size = 1, words = G->live_words;
  u32 found = 0;
  waiting[0] = block;
  for (i32 i = 0; live && i < words; i++) live[i] = 0;
  for (i32 first = 0; first < size; first++) {
    i32 at = waiting[first];
    found |= TABLE(u32, G->ahead)[at];
    for (i32 i = 0; live && i < words; i++) live[i] |= TABLE(u32, G->live)[at * words + i];
    const i32 *back = TABLE(i32, TABLE(i32, G->returns)[at]);
    for (i32 i = 1; i <= back[0]; i++) {
      i32 then = back[i] >= 0 ? W(s, back[i]) : stops_at_turn ? -1 : N(s, G->under) ? N(s, G->under) : G->turn_block;
      i32 known = then < 0 || then >= G->blocks;
      for (i32 j = 0; j < size; j++) known |= waiting[j] == then;
      if (!known && size == MOST_CONTEXTS) trap(TOO_DEEP);
      if (!known) waiting[size++] = then;
    }
  }
  return found;
}

/* Whether an ability that brings chance may still be used. */
static i32 risky(u8 *s, u32 ahead) {
  const struct use *uses = TABLE(struct use, G->use_table);
  for (i32 number = 0; number < G->uses; number++) {
    const struct use *use = uses + number;
    i32 used = 0;
    if (!(TABLE(u32, G->ahead)[use->entry] & 1)) continue;
    for (i32 other = 0; other < G->uses; other++)
      if (uses[other].card == use->card) used += N(s, G->used + 2 * other);
    if (used >= copies_of(s, use)) continue;
    if (use->single >= 0 && N(s, G->spent + 2 * (W(s, G->mover) * G->singles + use->single))) continue;
    if (use->during < 0 || N(s, G->inside + 2 * use->during) || ahead >> least(use->during + 1, 31) & 1) return 1;
  }
  return 0;
}

/* Whether a state that comes to a block is at the horizon. */
EXPORT(settled) i32 settled(u8 *s, i32 block) {
  if (N(s, G->trial)) return 0;
  if (block != until_block) {
    if (!settles) return 0;
    u32 ahead = ahead_of(s, block, 0);
    if (ahead & 1 || risky(s, ahead)) return 0;
  }
  N(s, G->pc) = block;
  return 1;
}

/* ---- canonical states */

static i32 is_alive(i32 slot) { return alive[slot >> 5] >> (slot & 31) & 1; }

/* What states with the same slots alive have in common: runs of words that no later block reads, and of those that are read; the slots of
 * which it depends on the state; the slots that name spaces. */
struct run { i32 at, size; };
struct runs { i32 size; struct run run[MOST_SLOTS]; };
struct clearing { i32 known, partly, naming; u32 alive[MOST_SLOTS / 32]; struct runs dead, live; i16 part[MOST_SLOTS], names[MOST_SLOTS]; };
static struct clearing *clearings;

static void add_run(struct runs *runs, i32 at, i32 size) {
  for (i32 i = runs->size - 1; i >= 0 && i >= runs->size - 2; i--) /* single values and lists lie apart */
    if (runs->run[i].at + 4 * runs->run[i].size == at) {
      runs->run[i].size += size;
      return;
    }
  runs->run[runs->size++] = (struct run){at, size};
}

static const struct clearing *clearing(void) {
  u64 hash = 0;
  for (i32 i = 0; i < G->live_words; i++) hash = mix(hash, alive[i]);
  u32 first = finished(hash), tried = 0;
  struct clearing *way = &clearings[first % CLEARINGS];
  while (way->known && !equal((i32 *)way->alive, (i32 *)alive, G->live_words) && ++tried < CLEARINGS) way = &clearings[(first + tried) % CLEARINGS];
  if (way->known && tried < CLEARINGS) return way;
  way->known = 1, way->dead.size = way->live.size = way->partly = way->naming = 0;
  for (i32 i = 0; i < G->live_words; i++) way->alive[i] = alive[i];
  for (i32 number = 0; number < G->slots; number++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + number;
    i32 is_part = slot->first >= 0 || slot->count >= 0;
    if (!is_alive(number))
      add_run(&way->dead, slot->at, slot->room * slot->words);
    else {
      if (!is_part) add_run(&way->live, slot->at, slot->room * slot->words);
      if (is_part || slot->loop >= 0) way->part[way->partly++] = number;
      if (slot->names) way->names[way->naming++] = number;
    }
  }
  return way;
}

/* Most words are clear already, and to fill memory is a call. */
static void clear_words(u8 *s, i32 at, i32 size) {
  i32 *words = &W(s, at), some = 0;
  for (i32 i = 0; i < size; i++) some |= words[i];
  if (some) __builtin_memset(words, 0, 4 * size);
}

/* The elements of a slot that count. */
struct part { i32 from, to; };
static struct part part_of(u8 *s, const struct slot *slot) {
  i32 from = slot->first >= 0 ? W(s, slot->first) : 0, to = slot->count >= 0 ? W(s, slot->count) : slot->room;
  return (struct part){least(from, to), to};
}

/* Clears what no later block reads; rounds that make no difference are noted in `passed`. */
static const struct clearing *clear_dead(u8 *s, u8 *passed) {
  for (i32 i = 0; i < G->lasting; i++) {
    i32 slot = TABLE(i32, G->lasting_slots)[i];
    if (slot >= 0 && !N(s, G->bound + 2 * i)) alive[slot >> 5] &= ~(1u << (slot & 31));
  }
  const struct clearing *way = clearing();
  for (i32 i = 0; i < way->partly; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + way->part[i];
    struct part part = part_of(s, slot);
    if (slot->loop >= 0 && !counts_rounds) {
      i32 more = W(s, slot->at) - slot->cap;
      if (more > 0) passed[slot->loop] = least(more, 255), W(s, slot->at) = slot->cap;
    }
    clear_words(s, slot->at, part.from * slot->words);
    clear_words(s, slot->at + 4 * part.to * slot->words, (slot->room - part.to) * slot->words);
  }
  for (i32 i = 0; i < way->dead.size; i++) clear_words(s, way->dead.run[i].at, way->dead.run[i].size);
  return way;
}

/* The spaces that something has still a name for, as a bit for each; which seats have any. */
static u32 named[MOST_SEATS][MOST_PIECES / 32];
static u8 has_names[MOST_SEATS];

static i32 is_named(i32 seat, i32 space) { return has_names[seat] && named[seat][space >> 5] >> (space & 31) & 1; }

static void name(const struct slot *slot, const i32 *value) {
  for (i32 seat = slot->seat; seat < slot->seat + slot->seats; seat++) {
    i32 words = (TABLE(i32, G->seat_room)[seat] + 31) / 32;
    if (!has_names[seat]) __builtin_memset(named[seat], 0, 4 * words), has_names[seat] = 1;
    if (slot->names == 1 && *value >= 0 && *value < 32 * words) named[seat][*value >> 5] |= 1u << (*value & 31);
    for (i32 word = 0; slot->names == 2 && word < words; word++) named[seat][word] |= value[word];
  }
}

/* Notes the names; 0 if they may be any. */
static i32 note_names(u8 *s, const struct clearing *way) {
  __builtin_memset(has_names, 0, G->seats);
  for (i32 entry = 0; entry < N(s, G->ruled); entry++)
    if (TABLE(u8, G->ruling_names)[ruling_at(s, entry)[0]]) return 0;
  for (i32 i = 0; i < way->naming; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + way->names[i];
    struct part part = part_of(s, slot);
    for (i32 j = part.from; j < part.to; j++) name(slot, &W(s, slot->at + 4 * slot->words * j));
  }
  return 1;
}

static i32 compare_spaces(u8 *s, i16 *a, i16 *b) {
  i32 single = a[HEIGHT] == 1 && b[HEIGHT] == 1;
  i32 difference = single ? *kind_of(s, a[PIECE]) - *kind_of(s, b[PIECE]) : compare_piles(s, a, b);
  for (i32 i = MARKS; !difference && i < G->space_cells; i++) difference = a[i] - b[i];
  return difference;
}

static i32 is_empty(i16 *a) {
  i32 found = a[HEIGHT];
  for (i32 i = MARKS; i < G->space_cells; i++) found |= a[i];
  return !found;
}

/* Lets the pieces of a pool that nothing names lie in the order of what they show, from the first free space on. */
static void sort_pool(u8 *s, i32 seat, i32 asked) {
  static i16 lying[MOST_PIECES], copy_of[MOST_PIECES * 8];
  i32 size = *size_of(s, seat), cells = G->space_cells, found = 0, in_order = 1, gap = 0;
  for (i32 space = 0; space < size; space++) {
    if (is_named(seat, space) || space == asked) continue;
    i16 *a = space_of(s, seat, space);
    if (is_empty(a)) {
      gap = 1;
      continue;
    }
    in_order &= !gap && (!found || compare_spaces(s, space_of(s, seat, lying[found - 1]), a) <= 0);
    lying[found++] = space;
  }
  if (!in_order && found * cells <= MOST_PIECES * 8) {
    for (i32 i = 1; i < found; i++) {
      i32 space = lying[i], j = i;
      for (; j && compare_spaces(s, space_of(s, seat, lying[j - 1]), space_of(s, seat, space)) > 0; j--) lying[j] = lying[j - 1];
      lying[j] = space;
    }
    for (i32 i = 0; i < found; i++) __builtin_memcpy(copy_of + i * cells, space_of(s, seat, lying[i]), 2 * cells);
    for (i32 space = 0, i = 0; space < size; space++) {
      if (is_named(seat, space) || space == asked) continue;
      i16 *a = space_of(s, seat, space);
      if (i < found)
        __builtin_memcpy(a, copy_of + i++ * cells, 2 * cells);
      else {
        __builtin_memset(a, 0, 2 * cells);
        a[TOP] = EMPTY;
      }
    }
  }
  if (!(TABLE(u8, G->pools)[seat] & SHRINKS)) return;
  while (size && !is_named(seat, size - 1) && size - 1 != asked && is_empty(space_of(s, seat, size - 1))) size--;
  *size_of(s, seat) = size;
}

static void show_first(u8 *s, i16 *a) {
  i32 shown = a[PIECE] ? *kind_of(s, a[PIECE]) : -1;
  if (shown >= 0) turn_top(s, a, 2 * TABLE(i16, G->stocks)[TABLE(i16, G->stocks_at)[shown >> 1]] + (shown & 1));
}

/* The list of things that are rolled one after another, from the block on where the next round begins. */
static const struct slot *swept(u8 *s) {
  i32 number = TABLE(i16, G->sweeps)[N(s, G->pc)];
  return number < 0 ? 0 : TABLE(struct slot, G->slot_table) + number;
}

static i16 *swept_at(u8 *s, const struct slot *things, i32 index) {
  return space_of(s, N(s, G->asked_seat), index < 0 ? N(s, G->asked_space) : W(s, things->at + 4 * index));
}

/* Dice that are rolled before anything looks at them show their first sides. */
static void forget_sides(u8 *s) {
  const struct slot *things = swept(s);
  show_first(s, swept_at(s, things, -1));
  for (i32 i = things ? W(s, things->first) : 0; things && i < W(s, things->count); i++)
    if (loose(swept_at(s, things, i))) show_first(s, swept_at(s, things, i));
}

/* Things that are alike, and rolled one after another with nothing that tells them apart: how many throws of them there are, 0 if
 * they are rolled one by one. The throws are the multisets of what they may show. */
static i32 throws(i32 things, i32 sides) {
  u64 found = 1; /* the ways to choose (things) of (things + sides - 1) */
  for (i32 i = 1; i < sides; i++) {
    found = found * (things + i) / i;
    if (found > MOST_THROWS) return 0;
  }
  return found;
}

static i32 throws_at(u8 *s) {
  const struct slot *things = swept(s);
  if (!things || !(TABLE(u8, G->pools)[N(s, G->asked_seat)] & POOL)) return 0;
  i32 from = W(s, things->first), to = W(s, things->count);
  i16 *a = swept_at(s, things, -1);
  W(s, things->first) = to; /* what else has a name for them */
  ahead_of(s, N(s, G->pc), alive);
  i32 free = note_names(s, clearing());
  W(s, things->first) = from;
  for (i32 i = from - 1; i < to && free; i++) {
    i16 *other = i < from ? a : swept_at(s, things, i);
    i32 space = i < from ? N(s, G->asked_space) : W(s, things->at + 4 * i);
    if (is_named(N(s, G->asked_seat), space) || !loose(other) || compare_spaces(s, a, other)) return 0;
  }
  const i16 *at = TABLE(i16, G->stocks_at) + (*kind_of(s, a[PIECE]) >> 1);
  return free ? throws(to - from + 1, at[1] - at[0]) : 0;
}

/* One of the throws, by its number; in how many ways it comes, of which all throws together have as many as there are. */
static i32 throw(u8 *s, i32 number) {
  const struct slot *things = swept(s);
  i16 *a = swept_at(s, things, -1);
  i32 shown = *kind_of(s, a[PIECE]), left = W(s, things->count) - W(s, things->first) + 1, index = W(s, things->first) - 1;
  const i16 *at = TABLE(i16, G->stocks_at) + (shown >> 1);
  u64 ways = 1;
  for (i32 side = at[0]; left; side++) {
    i32 many = 0, sides = at[1] - side - 1; /* so many show this side, and the others one of so many */
    while (sides && number >= throws(left - many, sides)) number -= throws(left - many++, sides);
    if (!sides) many = left;
    for (i32 i = 0; i < many; i++, left--, index++) {
      ways = ways * left / (i + 1);
      i16 *one = index < W(s, things->first) ? a : swept_at(s, things, index);
      turn_top(s, one, 2 * TABLE(i16, G->stocks)[side] + (shown & 1));
    }
  }
  W(s, things->first) = W(s, things->count);
  N(s, G->asked) = 0;
  return ways;
}

/* A hash of 128 bits: four of 64 side by side, which no single word can leave as they are. Pieces count as they lie, not by
 * their numbers. */
static u64 lane[4];

static u64 mixed_in(u64 hash, u64 word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccdull;
  return hash ^ hash >> 32;
}

static void hash_cells(const u8 *from, i32 size) {
  const u64 *words = (const u64 *)from;
  u64 a = lane[0], b = lane[1], c = lane[2], d = lane[3];
  for (; size >= 32; size -= 32, words += 4)
    a = mixed_in(a, words[0]), b = mixed_in(b, words[1]), c = mixed_in(c, words[2]), d = mixed_in(d, words[3]);
  for (const i16 *rest = (const i16 *)words; size > 0; size -= 2) a = mixed_in(a, (u16)*rest++);
  lane[0] = a, lane[1] = b, lane[2] = c, lane[3] = d;
}

static void hash_words(const u8 *from, i32 size) {
  const u32 *words = (const u32 *)from;
  for (i32 i = 0; i < size; i++) lane[i & 3] = mixed_in(lane[i & 3], words[i]);
}

/* ---- the last canonical state
 *
 * From one state to the next few places change. So what was canonical last is kept, and a place that lies alike is neither sorted nor hashed again.
 */
static u8 *last_state;
static u64 seat_hashes[MOST_SEATS][2];
static u8 is_kept[MOST_SEATS], in_order[MOST_SEATS], has_changed[MOST_SEATS]; /* in order: of a pool, whatever is named */
static u8 lies_on[MOST_PIECES];                                            /* the seat of each piece */

static i16 counting[MOST_LOOPS]; /* the slots that count the rounds of loops */
static i32 counting_size;

static void find_loops(void) {
  counting_size = 0;
  for (i32 number = 0; number < G->slots; number++)
    if (TABLE(struct slot, G->slot_table)[number].loop >= 0) counting[counting_size++] = number;
}

static void keep_last_state(void) {
  if (G->seats > MOST_SEATS) trap(TOO_MANY_PIECES);
  last_state = taken(G->state_size);
  clearings = (struct clearing *)taken(CLEARINGS * sizeof *clearings);
  for (i32 i = 0; i < CLEARINGS; i++) clearings[i].known = 0;
  find_loops();
  __builtin_memset(is_kept, 0, sizeof is_kept);
  __builtin_memset(lies_on, 0, sizeof lies_on);
}

static void note_piece(u8 *s, i32 piece) {
  i16 *kind = kind_of(last_state, piece), *under = below(last_state, piece);
  if (*kind == *kind_of(s, piece) && *under == *below(s, piece)) return;
  *kind = *kind_of(s, piece), *under = *below(s, piece), has_changed[lies_on[piece]] = 1;
}

static i32 are_alike(const i16 *a, const i16 *b) { return *(const u64 *)a == *(const u64 *)b; }

/* Notes on which seats something else lies than in the last state, by what is known of pieces: of four at once, most of which are as before. */
static void note_pieces(u8 *s) {
  i32 piece = 0;
  __builtin_memset(has_changed, 0, G->seats);
  for (; piece + 4 <= G->pieces; piece += 4)
    if (!are_alike(kind_of(s, piece), kind_of(last_state, piece)) || !are_alike(below(s, piece), below(last_state, piece)))
      for (i32 i = 0; i < 4; i++) note_piece(s, piece + i);
  for (; piece < G->pieces; piece++) note_piece(s, piece);
}

static i32 lies_alike(u8 *s, i32 seat) {
  i32 size = *size_of(s, seat);
  if (!is_kept[seat] || has_changed[seat] || size != *size_of(last_state, seat)) return 0;
  const i16 *a = space_of(s, seat, 0), *b = space_of(last_state, seat, 0);
  i32 difference = 0;
  for (i32 i = 0; i < size * G->space_cells; i++) difference |= a[i] ^ b[i];
  return !difference;
}

static void hash_seat(u8 *s, i32 seat) {
  i32 size = *size_of(s, seat), cells = G->space_cells;
  const i16 *a = space_of(s, seat, 0);
  u64 hash[4] = {seat + 1, 0xc2b2ae3d27d4eb4full, 0x165667b19e3779f9ull, 0x27d4eb2f165667c5ull};
  for (i32 space = 0; space < size; space++, a += cells) {
    i32 piece = a[PIECE], shown = piece ? *kind_of(s, piece) : -1;
    u64 *own = &hash[space & 3];
    *own = mixed_in(*own, (u64)(u16)a[HEIGHT] | (u64)(u16)a[TOP] << 16 | (u64)(u16)shown << 32 | (u64)(u16)a[MARKS] << 48);
    for (i32 i = MARKS + 1; i < cells; i++) *own = mixed_in(*own, (u16)a[i]);
    while (piece && (piece = *below(s, piece))) *own = mixed_in(*own, (u16)*kind_of(s, piece));
  }
  for (i32 i = 0; i < 2; i++) seat_hashes[seat][i] = mixed_in(mixed_in(hash[i], hash[i + 2]), hash[1 - i]);
}

static void keep_seat(u8 *s, i32 seat) {
  i32 size = *size_of(s, seat);
  i16 *a = space_of(s, seat, 0);
  is_kept[seat] = 1, *size_of(last_state, seat) = size;
  __builtin_memcpy(space_of(last_state, seat, 0), a, 2 * G->space_cells * size);
  for (i32 space = 0; space < size; space++, a += G->space_cells)
    for (i32 piece = a[PIECE]; piece; piece = *below(s, piece)) lies_on[piece] = seat;
  hash_seat(s, seat);
}

/* Puts pools in order, if it is known what has names, and hashes all places. */
static void order_seats(u8 *s, i32 names_known, i32 asked_seat) {
  note_pieces(s);
  for (i32 seat = 0; seat < G->seats; seat++) {
    i32 sorts = names_known && TABLE(u8, G->pools)[seat] & POOL, asked = seat == asked_seat ? N(s, G->asked_space) : -1;
    if (lies_alike(s, seat) && (!sorts || in_order[seat])) continue;
    if (sorts) sort_pool(s, seat, asked);
    in_order[seat] = sorts && !has_names[seat] && asked < 0;
    keep_seat(s, seat);
  }
}

static const struct clearing *canonical_way; /* of the state that was made canonical last */

/* Makes a state that stopped canonical. At an end only what lies on the table counts, unless the walk goes on from there. */
static void make_canonical(u8 *s, i32 status, i32 table_only, u8 *passed) {
  W(s, G->turn) = W(s, G->draws) = W(s, G->idle) = 0;
  N(s, G->trial) = 0;
  if (status != CHANCE) N(s, G->asked) = N(s, G->asked_seat) = N(s, G->asked_space) = N(s, G->asked_sort) = 0;
  if (status == CHANCE && N(s, G->asked) == ROLLED) forget_sides(s);
  if (table_only) {
    for (i32 i = 0; i < G->live_words; i++) alive[i] = TABLE(u32, G->live_at_end)[i];
    N(s, G->pc) = N(s, G->whole) = N(s, G->closing) = N(s, G->ability) = N(s, G->under) = 0;
    for (i32 i = 0; i < G->uses; i++) N(s, G->used + 2 * i) = 0;
    for (i32 i = 0; i < G->named_blocks; i++) N(s, G->inside + 2 * i) = 0;
  } else
    ahead_of(s, N(s, G->pc), alive);
  canonical_way = clear_dead(s, passed);
  order_seats(s, note_names(s, canonical_way), status == CHANCE ? N(s, G->asked_seat) : -1);
}

/* The hash of a state that was made canonical last: of slots, what is read. */
static void hash_state(u8 *s, i32 salt, u64 *key) {
  i32 first = N(s, G->free), after = G->grown >= 0 ? G->grown_cells : G->fixed_size;
  lane[0] = 0x9e3779b97f4a7c15ull + salt, lane[1] = 0xc2b2ae3d27d4eb4full;
  lane[2] = 0x165667b19e3779f9ull, lane[3] = 0x27d4eb2f165667c5ull;
  hash_cells(s, G->mover);
  hash_words((u8 *)canonical_way->alive, G->live_words);
  for (i32 i = 0; i < canonical_way->live.size; i++) hash_words(s + canonical_way->live.run[i].at, canonical_way->live.run[i].size);
  for (i32 i = 0; i < canonical_way->partly; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + canonical_way->part[i];
    struct part part = part_of(s, slot);
    hash_words(s + slot->at + 4 * part.from * slot->words, (part.to - part.from) * slot->words);
  }
  N(s, G->free) = 0;
  hash_cells(s + G->rulings, G->kind - G->rulings);
  N(s, G->free) = first;
  for (i32 seat = 0; seat < G->seats; seat++)
    for (i32 i = 0; i < 2; i++) lane[i] = mixed_in(lane[i], seat_hashes[seat][i]);
  hash_cells(s + after, G->fixed_size - after); /* lists come last */
  for (i32 half = 0; half < 2; half++) {
    u64 found = half ? 0xc4ceb9fe1a85ec53ull : 0xff51afd7ed558ccdull;
    for (i32 i = 0; i < 4; i++) {
      found = (found ^ lane[(i + 2 * half) & 3]) * (half ? 0x9fb21c651e98df25ull : 0xc4ceb9fe1a85ec53ull);
      found ^= found >> 29;
    }
    key[half] = found;
  }
}

/* ---- rounds of loops */

static i32 begun[MOST_LOOPS]; /* rounds since the last stop */

/* A round of a loop begins; of those of trials nothing is noted. */
EXPORT(round_begins) void round_begins(u8 *s, i32 loop) { begun[loop] += !N(s, G->trial); }

/* The rounds that a state says have begun of each loop, as it has just been made canonical, or another one like it. */
static void note_held(u8 *s, u8 *held) {
  for (i32 i = 0; i < counting_size; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    held[slot->loop] = is_alive(counting[i]) ? least(W(s, slot->at), 255) : 0;
  }
}

/* The rounds beyond those that are part of states: all count that began on the way from a state, in a loop too that is over by now. */
static void note_passed(const u8 *held, u8 *passed) {
  for (i32 i = 0; i < counting_size && !counts_rounds; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    i32 more = held[slot->loop] + begun[slot->loop] - slot->cap;
    passed[slot->loop] = more > 0 ? least(more, 255) : 0;
  }
}

static const u8 no_rounds[MOST_LOOPS];
static i32 rounds_left[MOST_LOOPS]; /* so many rounds that are no part of states one way may have */

static void note_rounds_left(void) {
  for (i32 i = 0; i < counting_size; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    rounds_left[slot->loop] = least(slot->most, 254) - slot->cap;
  }
}

/* ---- nodes by their keys */

static u32 place_in_index(const u64 *key) {
  u32 at = (u32)key[0] & (index_size - 1);
  while (index_table[at]) {
    struct node *known = node_at(index_table[at]);
    if (known->key[0] == key[0] && known->key[1] == key[1]) break;
    at = (at + 1) & (index_size - 1);
  }
  return at;
}

static void grow_index(u32 size) {
  index_size = size;
  index_table = (u32 *)taken(4 * size);
  __builtin_memset(index_table, 0, 4 * size);
  for (u32 number = 1; number < nodes.size; number++) index_table[place_in_index(node_at(number)->key)] = number;
}

static u32 new_node(const u64 *key, i32 kind) {
  u32 number = add_row(&nodes);
  struct node *node = node_at(number);
  __builtin_memset(node, 0, sizeof *node);
  node->kind = kind;
  if (key) {
    node->key[0] = key[0], node->key[1] = key[1];
    if (2 * nodes.size > index_size)
      grow_index(2 * index_size);
    else
      index_table[place_in_index(key)] = number;
  }
  return number;
}

/* ---- the walk */

static i32 next_stop(u8 *s) {
  exploring = 1;
  i32 status = run(s);
  exploring = 0;
  return status;
}

static i32 first_stop(u8 *s) { return N(s, G->over) ? OVER : settled(s, N(s, G->pc)) ? SETTLED : next_stop(s); }

static void finish(u32 number) { *(u32 *)at_row(&order, add_row(&order)) = number; }

static i32 keeps_ends;

static u32 end_at(u8 *s, const u64 *key) {
  u32 number = new_node(key, ENDS), end = add_row(&ends);
  node_at(number)->first = ends_read + end;
  copy(at_row(&ends, end), s);
  finish(number);
  return number;
}

/* Lists what may be done or may come at a state, in the level above the last one. */
static void list_at(struct step *at, i32 status) {
  if (status == AT_CHOICE) {
    status = run(at->state);
  }
  at->status = status, at->next = at->throws = 0;
  const struct choice *choice = choice_at(N(at->state, G->pc));
  if (status == CHOICE) {
    struct node *node = node_at(at->node);
    at->size = listed_size;
    node->decider = choice ? W(at->state, choice->decider) : W(at->state, G->mover);
    node->secret = W(at->state, G->secret);
  } else {
    at->throws = status == CHANCE && N(at->state, G->asked) == ROLLED ? throws_at(at->state) : 0;
    at->size = status != CHANCE ? 1 : skips_chance ? 0 : at->throws ? at->throws : answers(at->state);
  }
  i32 *begin = at == path ? walk_values : at[-1].values + at[-1].size;
  if (begin + at->size > walk_values + MOST_LISTED) trap(TOO_LONG_LINE);
  at->values = begin, at->targets = walk_targets + (begin - walk_values);
  for (i32 i = 0; i < at->size; i++) begin[i] = status == CHANCE && at->throws ? i : codes[i];
}

/* Rounds that begin before a step and after it, on one way, are no more than a loop may have: else they have to be part of states. */
static void check_rounds(const struct step *from, const u8 *passed, const u8 *after) {
  for (i32 i = 0; i < MOST_LOOPS; i++)
    if (from->before[i] + passed[i] + after[i] > rounds_left[i] && walk_result == MORE) walk_result = TOO_MANY_ROUNDS;
}

/* Whether there is room for one more state on the path, with all that may be done there. */
static i32 has_room(void) {
  const struct step *last = &path[depth];
  return depth + 1 < MOST_LEVELS && last->values + last->size + MOST_THROWS <= walk_values + MOST_LISTED;
}

/* A state has stopped: its node; a new one to go on from is put on the path. */
static u32 arrive(u8 *s, i32 status, u8 *passed) {
  i32 over = status == OVER || status == SETTLED;
  u64 key[2];
  make_canonical(s, status, over && !keeps_ends, passed);
  note_passed(path[depth].held, passed);
  note_held(s, path[depth + 1].held);
  hash_state(s, over, key);
  u32 known = index_table[place_in_index(key)];
  if (known) {
    if (node_at(known)->kind == UNDER_WAY) walk_result = CYCLE;
    return known;
  }
  i32 is_full = (i32)nodes.size > most_nodes;
  if (is_full || (!over && !has_room())) {
    walk_result = cuts ? walk_result : is_full ? FULL : TOO_LONG;
    return 0;
  }
  if (over) return end_at(s, key);
  if (status == CHANCE && N(s, G->asked) == FILLED) trap(NOT_FILLED);
  if (status == CHANCE && skips_chance) return 0;
  struct step *at = &path[++depth];
  for (i32 i = 0; i < MOST_LOOPS; i++) at->before[i] = least(at[-1].before[i] + passed[i], 255);
  check_rounds(at - 1, passed, no_rounds);
  at->node = new_node(key, UNDER_WAY);
  list_at(at, status);
  return at->node;
}

static void complete(struct step *at) {
  struct node *node = node_at(at->node);
  i32 kind = !at->size ? OPEN : at->status == CHOICE ? CHOOSES : at->status == CHANCE ? IS_CHANCE : PASSES;
  i32 picked = N(at->state, G->asked) == PICKED, asked = N(at->state, G->asked), sort = N(at->state, G->asked_sort);
  node->kind = kind, node->first = edges.size, node->size = at->size;
  for (i32 i = 0; i < at->size; i++) {
    u32 number = add_row(&edges);
    struct edge *edge = at_row(&edges, number);
    edge->target = at->targets[i];
    edge->value = kind == CHOOSES || at->throws ? at->values[i] : kind == PASSES || picked ? 1 : likely(at->state, at->values[i], asked, sort);
  }
  finish(at->node);
}

/* Notes that an edge leads to a node, with the rounds that it begins. */
static void lead(struct step *from, u32 target, const u8 *passed) {
  struct node *node = node_at(from->node), *to = node_at(target);
  from->targets[from->next++] = target;
  check_rounds(from, passed, to->rounds);
  for (i32 i = 0; i < MOST_LOOPS; i++) {
    i32 rounds = least(to->rounds[i] + passed[i], 255);
    if (rounds > node->rounds[i]) node->rounds[i] = rounds;
  }
}

/* Goes on after an answer in secret; whether that was the last one. */
static i32 leaves_secret(u8 *s, i32 secret, i32 *status) {
  i32 until = until_block, watched = *watching, out = TABLE(i32, G->secret_outs)[secret - 1];
  until_block = out, *watching = 1;
  *status = next_stop(s);
  i32 left = *status == SETTLED && N(s, G->pc) == out;
  until_block = until, *watching = watched;
  if (left && until != out) *status = next_stop(s);
  return left;
}

static void take_step(void) {
  struct step *from = &path[depth], *to = from + 1;
  if (from->next == from->size) {
    complete(from);
    if (depth--) lead(from - 1, from->node, from->passed);
    return;
  }
  i32 status = from->status, value = from->values[from->next];
  copy(to->state, from->state);
  __builtin_memset(begun, 0, sizeof begun);
  if (status == CHANCE && from->throws)
    from->values[from->next] = throw(to->state, value);
  else if (status == CHANCE && N(to->state, G->asked) != PICKED)
    answer(to->state, value);
  else if (status == CHOICE || status == CHANCE)
    choose(to->state, value);
  i32 secret = status == CHOICE ? node_at(from->node)->secret : 0;
  if (secret && leaves_secret(to->state, secret, &status) && value >= 0)
    from->values[from->next] |= LEAVES;
  else if (!secret && (status == CHOICE || status == CHANCE))
    status = next_stop(to->state);
  __builtin_memset(to->passed, 0, MOST_LOOPS);
  i32 before = depth;
  u32 target = arrive(to->state, status, to->passed);
  if (depth == before) lead(from, target, to->passed);
}

/* Where the states that are walked over lie, and the room for what is found: all before is forgotten. */
EXPORT(graph_room) void graph_room(u8 *from) {
  heap = from;
  keep_last_state();
  u32 each = (G->state_size + 63) & ~63u;
  u8 *states = taken(MOST_LEVELS * each); /* at once: where addresses are scarce, a memory is copied each time it grows */
  for (i32 level = 0; level < MOST_LEVELS; level++) path[level].state = states + level * each;
  heap_first = heap;
}

/* How far walks go: to the first state with no chance ahead in the turn, to the end of the turn, to a block (-1: none), or to where chance
 * answers. */
EXPORT(horizon) void horizon(i32 settling, i32 at_turn, i32 block, i32 without_chance) {
  settles = settling, stops_at_turn = at_turn, until_block = block, skips_chance = without_chance;
  *watching = settling || block >= 0;
}

/* Whether rounds are part of states that make no difference but that there is an end of them. */
EXPORT(count_rounds) void count_rounds(i32 counting) { counts_rounds = counting; }

/* Begins a walk at a state, which has stopped for chance or is to go on; with `keeps` ends can be expanded later. */
EXPORT(begin_graph) void begin_graph(u8 *s, i32 status, i32 most, i32 cut, i32 keeps) {
  heap = heap_first;
  nodes.size = edges.size = order.size = ends.size = 0, nodes.have = edges.have = order.have = ends.have = ends_read = 0, ends.each = G->state_size;
  grow_index(1 << 12);
  new_node(0, OPEN);
  most_nodes = most, cuts = cut, keeps_ends = keeps, walk_result = MORE, depth = 0;
  struct step *at = path;
  copy(at->state, s);
  at->node = 0;
  __builtin_memset(at->passed, 0, MOST_LOOPS);
  __builtin_memset(at->before, 0, MOST_LOOPS);
  note_rounds_left();
  if (status != CHANCE) status = first_stop(at->state);
  do {
    u64 key[2];
    i32 over = status == OVER || status == SETTLED;
    copy(path[1].state, at->state);
    make_canonical(path[1].state, status, over && !keeps, at->passed);
    note_held(at->state, at->held);
    hash_state(path[1].state, over, key);
    at->status = status;
    if (over) {
      end_at(path[1].state, key);
      walk_result = WALKED;
      return;
    }
    if (at->node) node_at(at->node)->kind = OPEN;
    at->node = new_node(key, UNDER_WAY);
    list_at(at, status);
    status = at->status;
  } while (status != CHOICE && status != CHANCE); /* what leaves no choice was taken */
}

/* Goes on for so many steps; why it stopped. after `ENDS_FULL` and `MORE` it is to be resumed, others are the end of it. */
EXPORT(walk) i32 walk(i32 steps, i32 most_ends) {
  if (walk_result == ENDS_FULL) walk_result = MORE;
  while (walk_result == MORE && steps--) {
    take_step();
    if (walk_result == MORE) walk_result = depth < 0 ? WALKED : (i32)ends.size >= most_ends ? ENDS_FULL : MORE;
  }
  return walk_result;
}

/* Lets the walk find nothing new: what is under way is completed, and what it leads to stays open. */
EXPORT(cut_walk) void cut_walk(void) { most_nodes = 0, cuts = 1; }

/* The host has taken the ends that there are. */
EXPORT(ends_taken) void ends_taken(void) { ends_read += ends.size, ends.size = 0; }

/* What was found: how many of a row there are, or where a chunk of it is. */
static struct row *row_of(i32 which) { return which == 0 ? &nodes : which == 1 ? &edges : which == 2 ? &order : &ends; }
EXPORT(row_size) i32 row_size(i32 which) { return row_of(which)->size; }
EXPORT(row_chunk) i32 row_chunk(i32 which, i32 chunk) { return (i32)row_of(which)->chunks[chunk]; }

/* The state with which the walk began, as it lay when its moves were listed, and why it had stopped. */
EXPORT(root_state) i32 root_state(void) { return (i32)path[0].state; }
EXPORT(root_status) i32 root_status(void) { return path[0].status; }

/* Goes on to the next stop within the horizon, with what may be chosen listed; the state becomes canonical. */
EXPORT(walk_on) i32 walk_on(u8 *s, i32 status) {
  u8 passed[MOST_LOOPS];
  if (status != CHANCE) status = first_stop(s);
  make_canonical(s, status, 0, passed);
  while (status == AT_CHOICE) {
    status = run(s);
    if (status != CHOICE && status != CHANCE) make_canonical(s, status, 0, passed);
  }
  return status;
}

/* Chance gives one of its answers, by their place in the order of the edges; a state in canonical form. */
EXPORT(take_answer) void take_answer(u8 *s, i32 index) {
  if (N(s, G->asked) == ROLLED && throws_at(s))
    throw(s, index);
  else {
    answers(s);
    answer(s, codes[index]);
  }
}

/* Where the key of a state is that stopped, canonical or not. */
EXPORT(key_of) i32 key_of(u8 *s, i32 status) {
  static u64 key[2];
  u8 passed[MOST_LOOPS];
  i32 over = status == OVER || status == SETTLED;
  copy(path[1].state, s);
  if (status == CHANCE && N(s, G->asked) == PICKED) status = AT_CHOICE;
  make_canonical(path[1].state, status, over && !keeps_ends, passed);
  hash_state(path[1].state, over, key);
  return (i32)key;
}
