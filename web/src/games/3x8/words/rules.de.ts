import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'Das Ziel',
    items: [
      { clauses: ['E1'], text: 'Wer zuerst drei Reihen zu acht Karten vollständig hat, gewinnt.' },
      {
        clauses: ['E2'],
        text: 'Hat nach 400 Zügen niemand gewonnen, endet das Spiel unentschieden. Die Zahl lässt sich ändern.',
      },
    ],
  },
  {
    heading: 'Die Karten',
    items: [
      {
        clauses: ['K1'],
        text: 'Die Zahlen von 0 bis 109, jede einmal, in elf Farben zu zehn. Die Farbe einer Karte zeigt sich auch als Muster und als Ziffer daneben: 4 ist alles von 40 bis 49, 10 alles von 100 bis 109.',
        picture: 'decades',
      },
      {
        clauses: ['K2'],
        text: 'Zehn Blocker mit zwei Hälften. Jede Hälfte liegt auf einer Farbe und blockiert die zwei oder drei, die auf ihr durchgestrichen sind. Dieser kommt an eine Reihe, die mit 30–39 endet, und blockiert dann 40–59, oder an eine, die mit 80–89 endet.',
        picture: 'blocker',
      },
      {
        clauses: ['S1', 'S2'],
        text: 'Alle haben vier Karten, drei liegen offen als Auslage. Platz 1 beginnt, wenn nichts anderes eingestellt ist.',
      },
    ],
  },
  {
    heading: 'Dein Zug',
    items: [
      {
        clauses: ['M1'],
        text: 'Tu eins von dreien: Karten anlegen, die Hand vergrößern oder eine fremde Reihe blockieren.',
      },
      {
        clauses: ['M2'],
        text: 'Immer wenn du etwas entscheidest, darfst du außerdem eine eigene offene Reihe abwerfen: Ihre Karten werden abgelegt.',
      },
    ],
  },
  {
    heading: 'Karten anlegen',
    items: [
      {
        clauses: ['R1', 'A1', 'A2'],
        text: 'Lege eine Karte oder mehrere einer Farbe ans Ende einer Reihe. Reihen steigen: Jede Karte ist höher als die davor. Du hast höchstens vier Reihen, die vollständigen mitgezählt; eine Karte darf eine neue beginnen.',
        picture: 'play',
      },
      {
        clauses: ['A4'],
        text: 'Dann darfst du einmal Karten verschieben: beliebig viele vom Ende der Reihe, an die du gelegt hast, zu einer anderen offenen oder zu einer neuen. Auch dort müssen die Zahlen steigen. Danach wird nicht mehr angelegt.',
        picture: 'move',
      },
      {
        clauses: ['A5', 'R2'],
        text: 'Beendest du das Anlegen, ist eine Reihe mit acht oder mehr Karten vollständig: Ihre niedrigste wird umgedreht und bleibt, die anderen werden abgelegt. Mit dieser Reihe geschieht nichts mehr.',
        picture: 'complete',
      },
      { clauses: ['A6'], text: 'Ziehe so viele Karten, wie du gelegt hast.' },
    ],
  },
  {
    heading: 'Die Hand vergrößern',
    items: [
      {
        clauses: ['G1'],
        text: 'Die Auslage wird abgelegt und neu ausgelegt; dann ziehe eine Karte. Von nun an ist deine Hand um eine größer.',
      },
    ],
  },
  {
    heading: 'Eine Reihe blockieren',
    items: [
      {
        clauses: ['B1', 'R3'],
        text: 'Lege einen Blocker an eine fremde Reihe, deren letzte Karte die Farbe einer seiner Hälften hat. Eine Reihe trägt höchstens einen.',
        picture: 'blocked',
      },
      {
        clauses: ['B2'],
        text: 'Solange er liegt, kann an diese Reihe keine Karte der durchgestrichenen Farben gelegt oder verschoben werden.',
      },
      {
        clauses: ['A3', 'B3', 'B4'],
        text: 'Er ist endgültig fort, sobald eine Karte an die Reihe gelegt oder die Reihe abgeworfen wird. Werden Karten dorthin verschoben, bleibt er, bis die Reihe vollständig ist.',
        picture: 'unblocked',
      },
      { clauses: ['B5'], text: 'Ziehe zwei Karten: Auch so wird deine Hand um eine größer.' },
    ],
  },
  {
    heading: 'Ziehen',
    items: [
      {
        clauses: ['D1', 'D3'],
        text: 'Jede Karte kommt aus der Auslage, die alle sehen, oder vom Stapel, und die siehst nur du. Die Auslage wird nach deiner letzten Karte aufgefüllt.',
      },
      {
        clauses: ['D2'],
        text: 'Ist der Stapel verbraucht, werden die abgelegten Karten zu einem neuen gemischt. Gibt es auch davon keine, bleibt ungezogen, was sich nicht ziehen lässt.',
      },
    ],
  },
];
