import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'Das Ziel',
    items: [
      {
        clauses: ['W1', 'B2'],
        text: 'Löse als Erste oder Erster dein Heim: die 21 Felder der Zeile, der Spalte und der Neunerbasis deines Drachen. Jede der drei enthält 1 bis 9 genau einmal.',
        picture: 'home',
      },
    ],
  },
  {
    heading: 'Das Brett',
    items: [
      {
        clauses: ['B1', 'B2'],
        text: 'Vier Heime kreuzen einander. Jedes hat eine Farbe und ein Zeichen, und in der Mitte seiner Basis liegt das Feld seines Drachen.',
      },
      {
        clauses: ['B3'],
        text: 'Ein weißes Feld gehört zu zwei Heimen; seine Zeichen sagen, zu welchen. Eine Zahl darauf gilt für beide.',
        picture: 'white',
      },
      {
        clauses: ['B4'],
        text: 'Ein schwarzes Feld gehört zu keinem Heim. Eine schwarze Zahl wirkt auf die farbigen Felder ihrer Zeile und ihrer Spalte.',
        picture: 'black',
      },
      {
        clauses: ['B5'],
        text: 'Zu zweit oder zu dritt bleiben Farben leer, und manches weiße Feld gehört nur einem Heim.',
      },
    ],
  },
  {
    heading: 'Vor dem Spiel',
    items: [
      {
        clauses: ['S1', 'S4'],
        text: 'Alle haben 27 Zahlen, jede von 1 bis 9 dreimal, verdeckt in einer Mauer. Was aufgedeckt ist, liegt offen auf dem eigenen Tisch.',
      },
      { clauses: ['S2'], text: 'Die neun schwarzen Zahlen liegen verdeckt in drei Stapeln.' },
      {
        clauses: ['S3'],
        text: 'Alle ziehen eine schwarze Zahl; die höchste beginnt, und alle kommen zurück.',
      },
    ],
  },
  {
    heading: 'Ein Zug',
    items: [
      { clauses: ['T1'], text: 'Die nächste Zahl deiner Mauer wird auf deinen Tisch aufgedeckt.' },
      {
        clauses: ['T2'],
        text: 'Ist es eine 1 oder eine 8, nimm zuerst eine schwarze Zahl von einem Stapel und lege sie auf ein leeres schwarzes Feld.',
      },
      {
        clauses: ['T3', 'T4'],
        text: 'Dann tu eines: Lege eine Zahl vom Tisch in dein Heim; bewege eine Zahl von einem deiner farbigen Felder auf ein anderes leeres Feld deines Heims; nimm eine von einem farbigen Feld zurück auf den Tisch; oder tu nichts.',
      },
      { clauses: ['T5'], text: 'Dann ist die oder der Nächste dran.' },
    ],
  },
  {
    heading: 'Wohin eine Zahl darf',
    items: [
      {
        clauses: ['P1'],
        text: 'Auf deinen farbigen Feldern darf vorerst alles liegen, auch was nicht löst. Das Brett zeigt solche Widersprüche.',
        picture: 'conflict',
      },
      { clauses: ['P2', 'P5'], text: 'Eine Zahl auf einem weißen oder schwarzen Feld bleibt für immer.' },
      {
        clauses: ['P3'],
        text: 'Auf einem weißen Feld ist eine Zahl verboten, die schon auf einem anderen weißen Feld dieser Zeile oder Spalte steht. Was auf farbigen Feldern steht, tut nichts zur Sache.',
        picture: 'forbidden',
      },
      {
        clauses: ['P4'],
        text: 'Das Feld deines Drachen kommt zuletzt: eine Zahl vom Tisch, wenn die anderen 20 Felder gefüllt sind und sie dein Heim löst.',
      },
    ],
  },
  {
    heading: 'Gewinnen',
    items: [
      {
        clauses: ['W1'],
        text: 'Ein Heim ist gelöst, wenn sich in seiner Zeile, seiner Spalte und seiner Basis keine Zahl wiederholt und keines seiner farbigen Felder die Zahl einer schwarzen in derselben Zeile oder Spalte trägt.',
      },
      { clauses: ['W2'], text: 'Wer sein Heim löst, ist fertig; seine Felder ändern sich nicht mehr.' },
      {
        clauses: ['W3'],
        text: 'Damit endet das Spiel. Wer es so gewählt hat, spielt um die Plätze dahinter weiter.',
      },
      { clauses: ['W4'], text: 'Spätere schwarze Zahlen berühren niemanden, der fertig ist.' },
      {
        clauses: ['W5', 'W6'],
        text: 'Es endet auch, ohne dass jemand gewinnt, wenn mit leeren Mauern reihum alle nichts getan haben oder die Runden um sind.',
      },
      {
        clauses: ['C1', 'C2'],
        text: 'In einem gelösten Heim steht die Zahl des Drachen einmal, die neben ihm je zweimal, die in den Ecken der Basis je dreimal. Stehen auf den weißen Feldern deiner Zeile und deiner Spalte dieselben drei Zahlen, gibt es vielleicht keine Lösung mehr. Das Brett kann es dir auf Wunsch sagen.',
        picture: 'solved',
      },
    ],
  },
  {
    heading: 'Verbotene Zahlen wie am Tisch',
    items: [
      {
        clauses: ['F1', 'F2'],
        text: 'Sonst kann eine verbotene Zahl gar nicht gelegt werden. Ihr könnt aber wählen, dass es geht und die anderen es merken müssen.',
      },
      {
        clauses: ['F2a'],
        text: 'Wer sofort warnt, schickt die Zahl dorthin zurück, woher sie kam; es wird etwas anderes getan, nur nicht dasselbe noch einmal in diesem Zug.',
      },
      {
        clauses: ['F2b'],
        text: 'Wer schweigt, kann nach dem Zug strafen: Die Zahl geht auf den Tisch zurück, und das war der Zug.',
      },
      {
        clauses: ['F2c', 'F2d'],
        text: 'Wer länger schweigt: Nach späteren Zügen darf jede eine der beiden entfernt werden. Mit einem solchen Paar im Heim wird niemand fertig.',
      },
    ],
  },
];
