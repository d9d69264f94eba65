/** The words of the introduction. */
import { pageWords } from "../texts/pageWords";

const en = {
  title: "The game in two minutes",
  lead: "Connect cities by claiming the routes between them. The best way to learn is to play: a short game of London against one easy bot, with a note at each decision.",
  goal: "Most points wins.",
  "goal.is":
    "Routes score at once, and longer routes score more. Tickets name two places: connect them with your own routes to score points, or lose as many.",
  cards: "Draw cards …",
  "cards.is": "Draw two, face up or from the deck. A face-up bus card is wild and counts as both.",
  claim: "… or claim a route …",
  "claim.is":
    "Tap it and pay as many cards of its color as it has spaces. Gray takes any one color.",
  tickets: "… or draw tickets.",
  "tickets.is": "More points, more risk. Your turn is one of these three.",
  end: "It ends quickly.",
  "end.is": "When someone has two buses or fewer, everyone has one more turn.",
  start: "Start the first game",
  note: "You can ask for a hint at any time.",
};
type Word = keyof typeof en;

const de: Record<Word, string> = {
  title: "Das Spiel in zwei Minuten",
  lead: "Verbinde Städte, indem du die Strecken zwischen ihnen baust. Am besten lernst du es beim Spielen: eine kurze Partie London gegen einen leichten Bot, mit einer Erklärung zu jeder Entscheidung.",
  goal: "Wer die meisten Punkte hat, gewinnt.",
  "goal.is":
    "Strecken geben sofort Punkte, je länger, desto mehr. Aufträge nennen zwei Orte: Verbinde sie für Punkte, sonst verlierst du ebenso viele.",
  cards: "Karten ziehen …",
  "cards.is":
    "Zwei, offene oder vom Stapel. Eine offene Buskarte ist ein Joker und zählt für beide.",
  claim: "… oder eine Strecke bauen …",
  "claim.is":
    "Tippe sie an und zahle so viele Karten ihrer Farbe, wie sie Felder hat. Grau nimmt eine beliebige Farbe.",
  tickets: "… oder Aufträge ziehen.",
  "tickets.is": "Mehr Punkte, mehr Risiko. Eines von den dreien ist dein ganzer Zug.",
  end: "Es endet schnell.",
  "end.is": "Hat jemand nur noch zwei Busse oder weniger, haben alle noch einen Zug.",
  start: "Erste Partie starten",
  note: "Du kannst jederzeit einen Tipp holen.",
};

const fr: Record<Word, string> = {
  title: "Le jeu en deux minutes",
  lead: "Reliez des villes en prenant les routes qui les joignent. On apprend en jouant : une courte partie à Londres contre un bot facile, avec une note à chaque décision.",
  goal: "Marquez le plus de points.",
  "goal.is":
    "Les routes donnent des points aussitôt, d’autant plus qu’elles sont longues. Les billets nomment deux lieux : reliez-les par vos routes pour gagner des points, sinon vous en perdez autant.",
  cards: "Piochez des cartes…",
  "cards.is":
    "Deux, visibles ou de la pioche. Une carte bus visible est un joker et compte pour les deux.",
  claim: "… ou prenez une route…",
  "claim.is":
    "Touchez-la et payez autant de cartes de sa couleur que de cases. Le gris accepte une couleur au choix.",
  tickets: "… ou tirez des billets.",
  "tickets.is": "Plus de points, plus de risque. Une de ces trois choses fait tout votre tour.",
  end: "La fin vient vite.",
  "end.is": "Quand quelqu’un a deux bus ou moins, chacun joue encore une fois.",
  start: "Commencer la première partie",
  note: "Vous pouvez demander un conseil à tout moment.",
};

export const say = pageWords({ en, de, fr });
