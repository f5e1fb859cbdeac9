/**
 * Our own small lexicon of English opinion words, by strength for or against: from 1 (mild) to 3 (strong). Base forms only; `sentiment.ts`
 * finds plurals, past and -ing forms.
 */
const POSITIVE: Record<1 | 2 | 3, string> = {
  1: `accessible accurate adequate affordable agree agreeable benefit bonus bright calm capable careful
    clarify clean clear comfortable compact compatible competent confident consistent convenient convince correct cozy
    decent durable easy easily effective efficient encourage engage enough fair familiar fast favor fine fix flexible fresh friendly gain
    generous gentle genuine good handy healthy help helpful honest hope hopeful improve improvement informative intuitive interesting keen
    kind like likeable lively logical modern natural neat nice ok okay organized patient peaceful polite positive practical
    prefer pretty progress prompt proper protect quick quickly quiet reasonable recover relax relevant reliable resolve
    respect respond responsive safe save secure sensible simple smart smooth solid solve stable steady strong suitable support
    supportive sweet tasty thank thanks tidy timely trust upgrade useful usable valid valuable value warm welcome well willing win wise
    worth worthy yes`,
  2: `admire adore appreciate attractive beautiful best better bless brave brilliantly celebrate charming cheerful clever commend
    compliment creative cute delicious delight delightful eager elegant enjoy enjoyable entertaining enthusiastic excited exciting
    fascinating fun funny gem glad graceful grateful great greatly happily happy impress impressive inspire joy joyful
    kudos laugh lovely loyal lucky outperform pleasant pleased pleasing pleasure powerful praise premium pride proud recommend refreshing
    reward rich satisfied satisfying satisfaction seamless shine smile sparkling success successful superior thankful
    thrive treasure triumph vibrant winner yay`,
  3: `amazing amazed astonishing awesome brilliant breathtaking dazzling ecstatic excellent exceptional extraordinary fabulous fantastic
    flawless heavenly incredible love loved magnificent marvelous masterpiece outstanding overjoyed perfect perfection perfectly
    phenomenal remarkable sensational spectacular splendid stellar stunning superb terrific thrilled unbeatable wonderful wow`,
}

const NEGATIVE: Record<1 | 2 | 3, string> = {
  1: `abrupt absent afraid aggressive alone ambiguous annoyed anxious apologize argue ashamed awkward bland blame blurry bored boring bother
    bug buggy bulky burden busy cancel careless chaotic clumsy clunky complain complaint complex complicated concern confuse confused
    confusing costly crack cramped crowd defect delay delayed difficult difficulty dirty disagree
    discontinue discourage dislike doubt dull empty error excuse expensive expire faint false fault faulty fear flaw flimsy fragile
    glitch gloomy greasy hard harsh hesitate hurt ignore impossible inaccurate incomplete inconsistent inconvenience inconvenient
    incorrect inferior insecure insufficient interrupt irrelevant issue lack lag laggy lazy leak lonely lose loss loud
    mediocre mess messy miss missing mistake misunderstand moody nervous noisy odd outage outdated overload overpriced pain pale poor
    pressure problem questionable refuse regret reject reluctant repetitive restrict risk risky rough rush sad scratch shaky shallow
    shortage sick slow sluggish sore sorry stale sticky stiff strange stress stressful stuck suspicious tedious tense tired
    tiresome trouble unable unavailable unclear uncomfortable uneasy unfair unfinished unhappy unreliable unresponsive unsafe unstable
    unsure upset vague vulnerable warn warning weak weird worry worried wrong`,
  2: `abandon abuse angry anger annoying arrogant bad badly break broke broken cheat crash crooked cruel damage dangerous deceive deceptive
    defective desperate destroy disappoint disappointed disappointing disappointment dishonest dissatisfied embarrassing enemy fail
    failed failure fake fed-up fight foolish fraud frustrate frustrated frustrating frustration furious greedy grief guilty harm harmful
    hopeless hostile ignorant incompetent inexcusable insult irritate irritating junk lie liar lousy malicious mislead misleading
    miserable misery nasty neglect negligent nightmare offend offensive painful pathetic pointless rage refund ridiculous rip-off rotten
    rude ruin scary shame shameful shoddy smelly spam stink stupid suffer suck threat trash ugly unacceptable unethical unprofessional
    unusable unwanted useless violate waste wasted worse worthless yell`,
  3: `abysmal appalling atrocious awful catastrophe catastrophic disaster disastrous disgrace disgraceful disgust disgusted disgusting
    dreadful garbage hate hated hateful horrible horrid horrendous horrific hideous intolerable loathe nauseating outrageous repulsive
    revolting scam scammer sickening terrible terribly toxic unbearable vile worst`,
}

const EMOTICONS: Record<string, number> = {
  ':)': 2,
  ':-)': 2,
  ':d': 2.5,
  ';)': 1,
  '<3': 3,
  ':(': -2,
  ':-(': -2,
  ":'(": -2.5,
  ':/': -1,
  '😀': 2,
  '😃': 2,
  '😄': 2,
  '😁': 2,
  '😊': 2,
  '🙂': 1,
  '😍': 3,
  '🥰': 3,
  '❤️': 3,
  '❤': 3,
  '👍': 2,
  '🎉': 2,
  '🙏': 1,
  '⭐': 1.5,
  '😞': -2,
  '😢': -2,
  '😭': -2,
  '😠': -2.5,
  '😡': -3,
  '🤬': -3,
  '👎': -2,
  '💔': -2.5,
  '🙁': -1,
  '😕': -1,
  '🤮': -3,
}

const readWords = (lists: Record<1 | 2 | 3, string>, sign: 1 | -1): [string, number][] =>
  Object.entries(lists).flatMap(([strength, terms]) =>
    terms
      .split(/\s+/)
      .filter(Boolean)
      .map((word): [string, number] => [word, sign * Number(strength)]),
  )

export const OPINION_WORDS: ReadonlyMap<string, number> = new Map([
  ...readWords(POSITIVE, 1),
  ...readWords(NEGATIVE, -1),
  ...Object.entries(EMOTICONS),
])

/** Words that reverse the opinion after them. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  `not no never none nobody nothing neither nor cannot without hardly barely scarcely rarely seldom isn't wasn't aren't weren't don't doesn't
  didn't won't wouldn't can't couldn't shouldn't haven't hasn't hadn't ain't isnt wasnt dont doesnt didnt wont wouldnt cant couldnt`.split(
    /\s+/,
  ),
)

/** Words that strengthen or weaken the opinion after them. */
export const INTENSIFIERS: ReadonlyMap<string, number> = new Map([
  ...`very really so truly extremely incredibly absolutely totally completely utterly highly deeply super insanely especially particularly exceptionally remarkably too`
    .split(' ')
    .map((word): [string, number] => [word, 1.4]),
  ...`quite fairly pretty rather`.split(' ').map((word): [string, number] => [word, 1.1]),
  ...`slightly somewhat little bit kinda sorta mildly partly almost marginally`.split(' ').map((word): [string, number] => [word, 0.6]),
])

/** The part after one of these counts more than the part before: "nice, but slow". */
export const CONTRASTS: ReadonlySet<string> = new Set(['but', 'however', 'although', 'yet', 'nevertheless'])
