import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'Das Ziel',
    items: [
      {
        clauses: ['S1'],
        text: 'Alle bauen aus den gleichen Plättchen eine eigene Auslage. Am Ende zählt jedes Plättchen seine Zahl mal seine Ebene: Eine 7 auf dem Tisch zählt nichts, auf Ebene 1 zählt sie 7, auf Ebene 2 zählt sie 14.',
      },
      {
        clauses: ['S2'],
        text: 'Die höchste Summe gewinnt; wer sie teilt, teilt den Sieg. Allein spielt man um die Punkte.',
      },
    ],
  },
  {
    heading: 'Die Plättchen',
    items: [
      {
        clauses: ['K1'],
        text: 'Zu jeder Zahl von 0 bis 9 gehört eine Form. Ein Plättchen darf um Vierteldrehungen gedreht, aber nie gewendet werden.',
        picture: 'tiles',
      },
      { clauses: ['K2'], text: 'Zwanzig Karten, zwei zu jeder Zahl, sagen, welches Plättchen kommt.' },
    ],
  },
  {
    heading: 'Der Verlauf',
    items: [
      {
        clauses: ['C1'],
        text: 'Eine Karte wird aufgedeckt, und alle legen dieses Plättchen, in beliebiger Reihenfolge. Haben es alle getan, kommt die nächste Karte. Alle Auslagen liegen offen.',
      },
      { clauses: ['C2'], text: 'Was liegt, bleibt liegen.' },
      { clauses: ['C3'], text: 'Nach der letzten Karte werden die Auslagen gezählt.' },
    ],
  },
  {
    heading: 'Wohin ein Plättchen darf',
    items: [
      {
        clauses: ['P1', 'P2', 'P6'],
        text: 'Die Plättchen folgen dem Raster. Auf dem Tisch ist Ebene 0, was auf Ebene 0 liegt, ist auf Ebene 1, und so weiter. Alle Felder eines Plättchens liegen gleich hoch, und kein Feld ist doppelt belegt.',
      },
      {
        clauses: ['P3'],
        text: 'Ein Plättchen berührt ein anderes seiner Ebene an einer Kante. Nur das erste einer Ebene ist davon frei.',
        picture: 'beside',
      },
      { clauses: ['P3'], text: 'Allein neben anderen derselben Ebene darf keines stehen.', picture: 'apart' },
      {
        clauses: ['P4', 'P5'],
        text: 'Über dem Tisch ruht jedes Feld auf der Ebene darunter, und das Plättchen ruht auf mindestens zwei verschiedenen. Hier liegt eine 0 auf zwei Einsen.',
        picture: 'bridge',
      },
      {
        clauses: ['P4'],
        text: 'Kein Feld hängt über einer Lücke, und das Loch der 0 ist eine Lücke.',
        picture: 'gap',
      },
      { clauses: ['P5'], text: 'Auf einem einzigen Plättchen zu liegen genügt nicht.', picture: 'single' },
      { clauses: ['P7'], text: 'Eine Auslage darf 60 Felder breit und 60 hoch werden.' },
    ],
  },
  {
    heading: 'Andere Spielweisen',
    items: [
      {
        clauses: ['V1'],
        text: 'Die Karten können von Anfang an offen liegen, oder alle wählen selbst, welche der übrigen Zahlen sie als Nächstes legen. Weniger Zahlen, Kopien oder Karten machen das Spiel kürzer.',
      },
    ],
  },
];
