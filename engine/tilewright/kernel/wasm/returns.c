/* What a game that is over gives each player: its points, or its part of the victory. Part of `runtime.c`. */
typedef i32 (*scorer)(u8 *s, i32 player);
enum { MOST_PLAYERS = 64 };

static double returned[MOST_PLAYERS];

static i32 points_of(u8 *s, i32 player) {
  i32 total = 0;
  for (i32 i = 0; i < G->scores; i++) total += ((scorer)TABLE(i32, G->scores_at)[i])(s, player);
  return total;
}

/* How a player's result compares with another's: by points, then by what breaks ties, the first difference first. */
static i32 compare_results(u8 *s, const i32 *points, i32 player, i32 other) {
  i32 difference = points[player] - points[other];
  for (i32 i = 0; i < G->ties && !difference; i++) {
    scorer tie = (scorer)TABLE(i32, G->ties_at)[i];
    difference = tie(s, player) - tie(s, other);
  }
  return difference;
}

/* The returns of all players, in turn order. By `points` these are what is scored, of two players the difference. Else it is who wins: in all
 * they come to 0, of two players 1 is a win; winners share, and others lose alike. */
EXPORT(returns) i32 returns(u8 *s, i32 points) {
  i32 total[MOST_PLAYERS], players = G->players, best = 0, winners = 0;
  if (players > MOST_PLAYERS) trap(TOO_MANY_PIECES);
  for (i32 i = 0; i < players; i++) total[i] = points_of(s, i);
  if (points || players == 1) {
    for (i32 i = 0; i < players; i++) returned[i] = players == 2 ? total[i] - total[1 - i] : total[i];
    return (i32)returned;
  }
  for (i32 i = 1; i < players; i++)
    if (compare_results(s, total, i, best) > 0) best = i;
  for (i32 i = 0; i < players; i++) {
    i32 wins = i == best || !compare_results(s, total, i, best);
    winners += wins, returned[i] = wins;
  }
  for (i32 i = 0; i < players; i++) returned[i] = (players * returned[i] / winners - 1) / (players - 1);
  return (i32)returned;
}
