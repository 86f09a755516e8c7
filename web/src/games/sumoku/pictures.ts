import { type Placed, readLay } from './tiles';

export interface Picture {
  board: readonly Placed[];
  /** The tiles of a play. */
  play: readonly Placed[];
  key: number;
}

export function tilesFrom(texts: string): Placed[] {
  return texts.split(' ').flatMap((text) => readLay(text) ?? []);
}

const picture = (board: string, play = ''): Picture => ({
  board: tilesFrom(board),
  play: tilesFrom(play),
  key: 5,
});

/** What the rules show, by the names that the texts use. */
export const pictures: Readonly<Record<string, Picture>> = {
  colours: picture('R1@0,0 O2@2,0 Y3@4,0 G4@6,0 B5@8,0 P7@10,0'),
  nine: picture('G6@0,0 G9@2,0'),
  through: picture('B4@1,-1 Y6@1,0', 'R1@0,0 G3@2,0'),
  cross: picture('R3@0,0 G5@1,0 B7@2,0', 'Y4@1,1 P1@1,2'),
  twice: picture('R3@0,0 G7@1,0', 'R5@2,0'),
  score: picture('R3@0,0 G1@1,0 B6@2,0', 'Y5@3,0 P9@3,1 O1@3,2'),
  six: picture('R3@0,0 O7@1,0 Y1@2,0 G4@3,0', 'B5@4,0 P5@5,0'),
};
