/* Canonical states: what still matters of a state up to the horizon, and a hash of 128 bits of that.
 *
 * Part of `graph.c`. Cells that nothing reads any more are cleared (`kernel/liveness.py` says which), pools are sorted as far as nothing
 * names what lies there, and a die that will be rolled before anything looks at it shows its first side. So equal dice fall together.
 */
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

/* Whether a state that reaches a block is at the horizon. */
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
