import { tilesFrom } from './pictures';
import type { Placed } from './tiles';

/** The first plays of a game between two simple players, with the key 4. */
const PLAYS = [
  'R3@0,0 O4@1,0 Y2@2,0 G9@3,0 B9@4,0 P9@5,0',
  'O3@5,-1 B5@6,-1',
  'G6@2,1 B7@3,1 R7@4,1',
  'R8@3,-1 P8@4,-1 Y7@7,-1 G5@8,-1',
  'B2@0,2 P2@1,2 R4@2,2',
  'O3@6,-2 P5@7,-2 B3@8,-2 R6@9,-2 Y2@10,-2 G1@11,-2',
  'O5@0,-1',
  'R9@4,-3 Y3@5,-3 G4@6,-3 B4@7,-3',
  'G7@4,-4 R5@5,-4 Y8@6,-4 O8@7,-4',
  'Y8@3,2 G4@4,2',
];

export const demoPlays: readonly (readonly Placed[])[] = PLAYS.map(tilesFrom);
