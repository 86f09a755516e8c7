import type { Position, Seat } from '../../lib/protocol';
import type { Words } from '../../lib/words/en';
import { listOf } from './status';

const SAME = 1e-9;

/** Who won, and by how much. */
export function verdictOf(
  { returns, scores }: Pick<Position, 'returns' | 'scores'>,
  seats: readonly Seat[],
  w: Words,
): string {
  if (!returns) return '';
  if (seats.length === 1) return w.result.solo(scores?.[0] ?? returns[0] ?? 0);
  const best = Math.max(...returns);
  const winners = seats.flatMap((_, seat) => (Math.abs((returns[seat] ?? 0) - best) < SAME ? [seat] : []));
  if (winners.length === seats.length && !scores) return w.result.draw;
  if (winners.length > 1)
    return w.result.share(
      listOf(
        winners.map((seat) => seats[seat]?.name ?? ''),
        w.table.and,
      ),
    );
  const winner = winners[0] ?? 0;
  const wins = isYou(winner, seats) ? w.result.youWin : w.result.wins(seats[winner]?.name ?? '');
  const lead = leadOf(winner, scores, seats, w);
  return lead ? `${wins} ${lead}` : wins;
}

function leadOf(winner: number, scores: Position['scores'], seats: readonly Seat[], w: Words): string | null {
  if (!scores) return null;
  const others = seats.map((_, seat) => seat).filter((seat) => seat !== winner);
  const second = others.reduce((a, b) => ((scores[b] ?? 0) > (scores[a] ?? 0) ? b : a));
  const ahead = (scores[winner] ?? 0) - (scores[second] ?? 0);
  if (ahead <= 0) return null;
  return isYou(second, seats) ? w.result.aheadOfYou(ahead) : w.result.ahead(ahead, seats[second]?.name ?? '');
}

/** Whether "you" can only mean this seat. */
function isYou(seat: number, seats: readonly Seat[]): boolean {
  return seats[seat]?.yours === true && seats.filter(({ yours }) => yours).length === 1;
}
