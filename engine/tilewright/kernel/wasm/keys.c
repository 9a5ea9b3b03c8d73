/* Keys of states of trials: hashes of 64 bits, equal for states that can be completed alike (kernel/canonical.py has the same
 * as values, and says what counts and what does not: slots and places that nothing reads before the trial is done are left out,
 * and so are the numbers of pieces, and the order of pools and of the spaces of a board that grows).
 *
 * What counts at a block is a row of a table: slots (`struct named` by their numbers), seats. For keys of the rest of a game see graph.c.
 */

enum { FIXED, IN_POOL, ON_MAP, OF_MAP }; /* what a seat is: `seat_sort` */
enum { MOST_WHOLE = 4, MOST_TARGETS = 8 };

/* Cells that hold an element or a list of them; offsets in bytes, of what a ruling has noted from its entry (`Named`). */
struct named { i32 at, words, first, count, seat, seats; };
/* What matters for a trial (`Row`). `back`: a bit for each number of blocks to be completed, and whether a change is due. */
struct reads { i32 slots_at, slots, seats_at, seats, bag, back, everything, map; };

static u64 mix(u64 hash, u64 word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccdull; /* the constants are those of MurmurHash3 (Appleby) */
  return hash ^ (hash >> 32);
}
static u64 finished(u64 hash) {
  hash = (hash ^ (hash >> 29)) * 0xc4ceb9fe1a85ec53ull;
  return hash ^ (hash >> 32);
}

/* Labels: the names that slots have for spaces of pools and boards that grow, as sums of hashes. */
static u64 labels[MOST_LABELS];
static i32 labelled[MOST_LABELS], labelled_size;

static void label(i32 seat, i32 space, u64 name) {
  i32 at = TABLE(i32, G->label_at)[seat] + space;
  if (at >= MOST_LABELS || labelled_size == MOST_LABELS) trap(TOO_MANY_PIECES);
  if (!labels[at]) labelled[labelled_size++] = at;
  labels[at] += finished(name * 0x9e3779b97f4a7c15ull + 1) | 1;
}

/* What a slot holds; elements of pools and maps give labels instead. */
static u64 noted(u8 *s, const struct named *slot, const u8 *start, u64 name, u64 hash) {
  i32 first = slot->first < 0 ? 0 : W(s, slot->first), count = slot->count < 0 ? 1 : W(s, slot->count);
  for (i32 i = first; i < count; i++) {
    const i32 *held = (const i32 *)(start + slot->at) + i * slot->words;
    if (slot->seat < 0) {
      for (i32 word = 0; word < slot->words; word++) hash = mix(hash, (u32)held[word]);
      continue;
    }
    u64 own = name << 16 | (u32)(i - first);
    for (i32 seat = slot->seat; seat < slot->seat + slot->seats; seat++)
      if (slot->words == 1) {
        if (held[0] >= 0 && held[0] < TABLE(i32, G->seat_room)[seat]) label(seat, held[0], own);
      } else
        for (i32 word = 0; word < slot->words - 1; word++)
          for (u32 left = held[word]; left; left &= left - 1) label(seat, 32 * word + __builtin_ctz(left), own);
  }
  return mix(hash, (u32)(count - first));
}

/* What lies on a space. */
static u64 stack_hash(u8 *s, const i16 *a, u64 hash) {
  hash = mix(hash, (u64)(u16)a[HEIGHT] << 48 | (u64)(u16)a[TOP] << 32 | (u64)(u16)a[MARKS] << 16);
  for (i32 i = MARKS + 1; i < G->space_cells; i++) hash = mix(hash, (u16)a[i]);
  if (a[HEIGHT] > 1 || a[TOP] == DOWN || G->deals)
    for (i32 piece = a[PIECE]; piece; piece = *below(s, piece))
      hash = mix(hash, (u64)(u16)*kind_of(s, piece) << 16 | (u16)N(s, G->dealt + 2 * piece));
  return finished(hash);
}

static i32 is_taken(const i16 *a) {
  if (a[HEIGHT]) return 1;
  for (i32 i = MARKS; i < G->space_cells; i++)
    if (a[i]) return 1;
  return 0;
}

/* Where a space of a board that grows is, or a patch. */
static u64 on_map(u8 *s, i32 sort, i32 space) {
  i32 on = sort == ON_MAP ? space : patch_of(s, space)[ON], own = sort == ON_MAP ? 0 : space - grown_of(s, on)[PATCH];
  return (u64)(u16)grown_of(s, on)[ROW] << 32 | (u64)(u16)grown_of(s, on)[COLUMN] << 16 | (u32)own;
}

/* What lies on a place. */
static u64 seat_hash(u8 *s, i32 seat) {
  i32 sort = TABLE(i32, G->seat_sort)[seat], size = *size_of(s, seat), ordered = sort == FIXED;
  const u64 *names = labels + (sort == FIXED ? 0 : TABLE(i32, G->label_at)[seat]);
  i16 *a = space_of(s, seat, 0);
  u64 sum = 0;
  if (sort == IN_POOL) /* a name for a space without a piece: where the next piece goes matters */
    for (i32 space = 0; space < size; space++) ordered |= !a[space * G->space_cells + HEIGHT] && names[space];
  for (i32 space = 0; space < size; space++, a += G->space_cells) {
    u64 name = sort == FIXED ? 0 : names[space];
    if (sort == IN_POOL && !ordered ? !a[HEIGHT] : !name && !is_taken(a)) continue;
    sum += stack_hash(s, a, name + (ordered ? (u64)space + 1 : sort == IN_POOL ? 0 : on_map(s, sort, space)) * 0x9e3779b97f4a7c15ull);
  }
  return finished(sum + (u64)ordered + (u32)seat * 0x9e3779b97f4a7c15ull);
}

/* Where the state is, and what always counts; labels of rulings are given on the way. */
static u64 base_key(u8 *s, i32 bag, i32 everything) {
  i32 asked = N(s, G->asked), rulings = N(s, G->ruled);
  u64 hash = mix(1, (u64)(u16)N(s, G->pc) << 48 | (u64)(u16)N(s, G->whole) << 32 | (u64)(u16)N(s, G->closing) << 16 | (u16)N(s, G->ability));
  hash = mix(hash, (u64)(u32)W(s, G->mover) << 32 | (u32)asked << 16 | (u32)rulings);
  if (asked) hash = mix(hash, (u64)(u16)N(s, G->asked_seat) << 32 | (u64)(u16)N(s, G->asked_space) << 16 | (u16)N(s, G->asked_sort));
  for (i32 i = 0; i < G->players * G->counters; i++) hash = mix(hash, (u32)W(s, G->count + 4 * i));
  for (i32 i = 0; i < G->caps; i++) hash = mix(hash, (u16)N(s, G->lying + 2 * i));
  if (bag || asked) {
    hash = mix(hash, (u16)N(s, G->covered));
    for (i32 kind = 0; kind < G->kinds; kind++) hash = mix(hash, (u16)N(s, G->bag + 2 * kind));
  }
  if (everything || G->within) {
    for (i32 i = 0; i < G->names; i++) hash = mix(hash, (u16)N(s, G->inside + 2 * i));
    for (i32 i = 0; i < G->lasting; i++) hash = mix(hash, (u16)N(s, G->bound + 2 * i));
    for (i32 i = 0; i < G->uses; i++) hash = mix(hash, (u16)N(s, G->used + 2 * i));
    for (i32 i = 0; i < G->players * G->singles; i++) hash = mix(hash, (u16)N(s, G->spent + 2 * i));
  }
  for (i32 entry = 0; entry < rulings; entry++) {
    const u8 *start = s + G->rulings + entry * G->ruling_size;
    i32 ruling = *(const i32 *)start;
    hash = mix(mix(hash, (u32)ruling), (u32) * (const i32 *)(start + 4));
    const i32 *at = TABLE(i32, G->captured_at) + ruling;
    for (i32 i = at[0]; i < at[1]; i++)
      hash = noted(s, &TABLE(struct named, G->captured)[i], start, (u64)1 << 40 | (u32)entry << 16 | (u32)(i - at[0]), hash);
  }
  return hash;
}

static void unlabel(void) {
  while (labelled_size) labels[labelled[--labelled_size]] = 0;
}

static u64 slots_hash(u8 *s, i32 slots_at, i32 slots, u64 hash) {
  for (i32 i = 0; i < slots; i++) {
    i32 slot = TABLE(u16, slots_at)[i];
    hash = noted(s, &TABLE(struct named, G->named)[slot], s, slot, hash);
  }
  return hash;
}

/* The row of a block, with how many blocks have to be completed; everything matters where none is known. */
static const struct reads *reads_of(i32 block, i32 whole, i32 due) {
  i32 row = whole >= MOST_WHOLE ? 0 : TABLE(i16, G->row_of)[(block * MOST_WHOLE + whole) * 2 + due];
  return &TABLE(struct reads, G->rows)[row]; /* the first one is that of everything */
}

/* What matters from a block on: rows, and the blocks to which abilities return from there (`targets`, with their number).
 * With a `user` an ability begins, which was used there. */
struct matter { const struct reads *rows[MOST_ROWS]; i32 size, targets[MOST_TARGETS], returns; };

static void everything_at(struct matter *found) {
  found->rows[0] = TABLE(struct reads, G->rows);
  found->size = 1, found->returns = 0;
}

static void rows_at(u8 *s, i32 block, i32 user, struct matter *found) {
  i32 is_due = due(s), begin = 0, end = 1, any = 0;
  found->size = 1, found->returns = 0;
  found->rows[0] = reads_of(block, N(s, G->whole), is_due);
  if (user >= 0) found->targets[found->returns++] = user;
  for (i32 nested = G->uses ? W(s, G->nested) : 0; nested > 0; nested--) found->targets[found->returns++] = W(s, G->back + 4 * (nested - 1));
  for (i32 target = 0; target < found->returns; target++) { /* what matters where abilities are done, the last one first */
    i32 ways = 0;
    for (i32 i = begin; i < end; i++) ways |= found->rows[i]->back;
    any |= ways;
    if (ways >> 2 * MOST_WHOLE || found->size + 2 * MOST_WHOLE > MOST_ROWS) {
      everything_at(found);
      return;
    }
    begin = end;
    for (i32 way = 0; ways >> way; way++)
      if (ways >> way & 1) found->rows[found->size++] = reads_of(found->targets[target], way >> 1, way & 1);
    end = found->size;
  }
  for (i32 i = 0; i < found->size; i++)
    if (found->rows[i]->everything) {
      everything_at(found);
      return;
    }
  if (!any) found->returns = 0;
}

/* The key of a trial as if it stood at a block, with the rows of that. */
static u64 key_of_rows(u8 *s, i32 block, const struct matter *of) {
  i32 size = of->size, bag = 0, kept_pc = N(s, G->pc);
  const struct reads *const *rows = of->rows;
  for (i32 i = 0; i < size; i++) bag |= rows[i]->bag;
  N(s, G->pc) = block;
  u64 hash = base_key(s, bag, rows[0]->everything);
  N(s, G->pc) = kept_pc;
  for (i32 i = 0; i < of->returns; i++) hash = mix(hash, (u32)of->targets[i]);
  for (i32 i = 0; i < size; i++) hash = slots_hash(s, rows[i]->slots_at, rows[i]->slots, hash);
  for (i32 i = 0; i < size; i++)
    for (i32 j = 0; j < rows[i]->seats; j++) hash = mix(hash, seat_hash(s, TABLE(u8, rows[i]->seats_at)[j]));
  if (N(s, G->asked)) hash = mix(hash, seat_hash(s, N(s, G->asked_seat)));
  unlabel();
  return finished(hash);
}

EXPORT(trial_key_of) u64 trial_key_of(u8 *s) {
  struct matter found;
  rows_at(s, N(s, G->pc), -1, &found);
  return key_of_rows(s, N(s, G->pc), &found);
}
