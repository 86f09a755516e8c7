import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'Das Ziel',
    items: [
      {
        clauses: ['S1', 'S2'],
        text: 'Felder füllen. Jedes zählt 1 Punkt, eine volle Zeile oder Spalte 3 dazu, jeder unbenutzte Stern 4. Höchstens 84.',
      },
    ],
  },
  {
    heading: 'Das Blatt',
    items: [
      {
        clauses: ['K1', 'K2'],
        text: 'Ein Raster von sechs mal sechs Feldern und sechs Würfel mit 4, 6, 8, 10, 12 und 20 Flächen, jeder mit eigenem Zeichen.',
        picture: 'dice',
      },
      {
        clauses: ['K3'],
        text: 'Zu jedem Würfel gehört eine Liste seiner Zahlen zum Streichen: bei T4 jede dreimal, bei T6, T8 und T10 zweimal, bei T12 und T20 einmal. Im knappen Spiel steht jede Zahl nur einmal da.',
      },
      { clauses: ['K4'], text: 'Drei Bonussterne.' },
    ],
  },
  {
    heading: 'Die erste Runde',
    items: [
      {
        clauses: ['F1'],
        text: 'Streiche eine beliebige Zahl und schreibe ihren Würfel auf ein beliebiges Feld. Es ist der Ausgangspunkt.',
      },
    ],
  },
  {
    heading: 'Jede spätere Runde',
    items: [
      { clauses: ['R1'], text: 'Wähle einen Würfel, streiche eine seiner Zahlen, und er wird geworfen.' },
      {
        clauses: ['R3'],
        text: 'Teile den Wurf: Ein Teil sind Schritte, der Rest ist die Zahl, die du streichst. Mit einer 6 gehst du 2 Schritte und schreibst einen Würfel, der noch eine 4 hat, oder gehst 3 Schritte und streichst eine 3. Mindestens ein Schritt, und mindestens eins bleibt übrig.',
        picture: 'reach',
      },
      {
        clauses: ['R3'],
        text: 'Der Weg geht nach oben, unten, links und rechts und betritt kein Feld zweimal; er darf über beschriebene Felder führen, endet aber auf einem leeren, dem neuen Ausgangspunkt.',
      },
      {
        clauses: ['R3'],
        text: 'In keiner Zeile und keiner Spalte steht ein Würfel zweimal.',
        picture: 'twice',
      },
      {
        clauses: ['R2'],
        text: 'Nach einer Eins: denselben Würfel umsonst noch einmal, oder einen Stern für ein Feld.',
      },
    ],
  },
  {
    heading: 'Sterne',
    items: [
      {
        clauses: ['R4'],
        text: 'Nach jedem anderen Wurf erlaubt ein Stern, denselben Würfel noch einmal zu werfen.',
      },
      {
        clauses: ['R5'],
        text: 'Nach einer Eins schreibt ein Stern einen beliebigen Würfel auf ein beliebiges leeres Feld, soweit Zeile und Spalte es zulassen, und streicht eine Zahl, die dieser Würfel noch hat.',
      },
    ],
  },
  {
    heading: 'Das Ende',
    items: [
      {
        clauses: ['R6'],
        text: 'Das Spiel endet, wenn der dritte Stern eingesetzt und abgehandelt ist, wenn nach einem Wurf kein Feld passt oder wenn alle 36 Felder beschrieben sind.',
      },
      {
        clauses: ['R7'],
        text: 'Passt kein Feld und ist noch ein Stern da, wählst du: damit noch einmal werfen, oder aufhören und seine Punkte behalten.',
      },
    ],
  },
];
