const TINTS = ['a', 'b1', 'c', 'd', 'e'] as const

/** The same person has the same tint on every screen. */
function tintOf(seed: string | number): string {
  let hash = 0
  for (const letter of String(seed)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return TINTS[hash % TINTS.length] ?? 'a'
}

/** On line, in a call, away: told apart by shape as well as by colour; the word stands elsewhere. */
export type Presence = 'ok' | 'warn' | 'off'
export const PresenceDot = ({ presence }: { presence: Presence }) => (
  <span className={`prs ${presence}`} aria-hidden="true" />
)

interface Props {
  name: string
  /** The member's or staff's id: decides the tint. */
  seed: string | number
  size?: 'sm' | 'lg' | 'xl'
  src?: string | null
  presence?: Presence
}

export function Avatar({ name, seed, size, src, presence }: Props) {
  const px = { sm: 24, lg: 40, xl: 88 }[size ?? 'sm']
  return (
    <span className={`av ${size ?? ''} ${tintOf(seed)}`} aria-hidden="true">
      {src ? (
        <img src={src} alt="" width={px} height={px} loading="lazy" />
      ) : (
        ([...name.trim()][0] ?? '?').toUpperCase()
      )}
      {presence && <PresenceDot presence={presence} />}
    </span>
  )
}
