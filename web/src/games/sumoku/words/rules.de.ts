import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'Das Ziel',
    items: [
      {
        clauses: ['C1', 'E4'],
        text: 'Zahlensteine werden wie in einem Kreuzworträtsel gelegt. Jede Linie, die man bildet oder verlängert, zählt ihre Summe; die höchste Punktzahl gewinnt, und wer sie teilt, teilt den Sieg.',
      },
    ],
  },
  {
    heading: 'Die Steine',
    items: [
      {
        clauses: ['K1', 'K3'],
        text: 'Es gibt 96 Steine: die Zahlen 1 bis 8 in sechs Farben, jede zweimal. Ein Buchstabe nennt die Farbe auf Englisch: R, O, Y, G, B, P für Rot, Orange, Gelb, Grün, Blau, Violett.',
        picture: 'colours',
      },
      {
        clauses: ['P5'],
        text: 'Eine 6 darf kopfüber als 9 gelegt werden und ist dann in beiden Linien für immer eine 9. Im Vorrat und bei der Abrechnung ist sie eine 6.',
        picture: 'nine',
      },
    ],
  },
  {
    heading: 'Vor dem ersten Zug',
    items: [
      { clauses: ['S1'], text: 'Jeder Platz zieht acht Steine, die alle sehen.' },
      {
        clauses: ['S2', 'K2'],
        text: 'Wer die kleinste Summe hat (bei Gleichstand der vordere Platz), wirft den Würfel, 3, 4 oder 5, und beginnt. Diese Zahl ist die Schlüsselzahl des ganzen Spiels, wenn sie nicht beim Einrichten gewählt wurde.',
      },
    ],
  },
  {
    heading: 'Ein Zug',
    items: [
      {
        clauses: ['P1', 'P3'],
        text: 'Der erste Zug legt zwei bis sechs Steine in eine Zeile. Jeder spätere berührt, was schon liegt.',
      },
      {
        clauses: ['P2'],
        text: 'Die Steine eines Zugs liegen in einer Zeile oder einer Spalte, ohne Lücke dazwischen; Steine, die schon lagen, dürfen sie füllen.',
        picture: 'through',
      },
      {
        clauses: ['P4'],
        text: 'Danach ergibt jede Linie mit einem neuen Stein, waagrecht und senkrecht, ein Vielfaches der Schlüsselzahl. Hier ist sie 5.',
        picture: 'cross',
      },
      {
        clauses: ['P4'],
        text: 'In keiner Linie steht eine Farbe doppelt; mehr als sechs Steine hat sie also nie.',
        picture: 'twice',
      },
      {
        clauses: ['P6'],
        text: 'Lege deine Steine in beliebiger Folge und nimm sie zurück, bis du bestätigst. Dann werden sie von links nach rechts oder von oben nach unten einzeln genannt und bleiben liegen.',
      },
    ],
  },
  {
    heading: 'Was er zählt',
    items: [
      {
        clauses: ['C1'],
        text: 'Jede Linie mit einem neuen Stein zählt ihre ganze Summe, auch was schon lag. Hier wächst die Zeile auf 15, und die neue Spalte ergibt 15: 30 Punkte.',
        picture: 'score',
      },
      {
        clauses: ['C2'],
        text: 'Wer eine Linie aus sechs bildet, zieht noch einmal, ehe nachgezogen wird, und vielleicht wieder. Geht nichts, wird gepasst.',
        picture: 'six',
      },
      { clauses: ['C3'], text: 'Dann wird auf acht Steine nachgezogen, solange der Beutel reicht.' },
    ],
  },
  {
    heading: 'Das Ende',
    items: [
      { clauses: ['E1'], text: 'Wer legen kann, muss legen; nur wer es nicht kann, passt.' },
      { clauses: ['E2'], text: 'Das Spiel endet, wenn reihum alle gepasst haben.' },
      { clauses: ['E3'], text: 'Dann verliert jeder Platz die Summe der Steine in seinem Vorrat.' },
    ],
  },
];
