import { useT } from '../../i18n/i18n.ts'
import { Logo } from '../../ui/Logo.tsx'

const WIDTH = 820
const HEIGHT = 900
const STEP = 38
const COLUMNS = 22
const ROWS = 15

/** A pulse drawn as a line, and as dots that swell near it. */
const pulseAt = (x: number) =>
  360 -
  118 * Math.sin((x - 150) / 92) * Math.exp(-(((x - 410) / 330) ** 2)) -
  92 * Math.exp(-(((x - 330) / 74) ** 2)) -
  84 * Math.exp(-(((x - 505) / 80) ** 2)) +
  70 * Math.exp(-(((x - 628) / 62) ** 2))

const line = Array.from(
  { length: 165 },
  (_, index) => `${index ? 'L' : 'M'}${index * 5} ${pulseAt(index * 5).toFixed(1)}`,
).join('')
const dots = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
  const x = 20 + (index % COLUMNS) * STEP
  const y = 20 + Math.floor(index / COLUMNS) * STEP
  const near = Math.exp(-(((y - pulseAt(x)) / 110) ** 2))
  return { x, y, r: 1 + near * 4, opacity: 0.06 + near * 0.5 }
})

export function BrandSide({ partner, logo, text }: { partner: string; logo?: string | null; text: string }) {
  const t = useT()
  return (
    <aside className="brandside" aria-label={t('auth.sideLabel')}>
      <svg className="art" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <g fill="#5FC7B8">
          {dots.map((dot) => (
            <circle
              key={`${dot.x}-${dot.y}`}
              cx={dot.x}
              cy={dot.y}
              r={dot.r.toFixed(1)}
              opacity={dot.opacity.toFixed(2)}
            />
          ))}
        </g>
        <path d={line} fill="none" stroke="#6FD6C6" strokeWidth="2" strokeLinejoin="round" />
      </svg>
      <div className="bl">
        <Logo src={logo} />
        Teleward
        {partner && <span className="of">{partner}</span>}
      </div>
      <p className="hero">{t('auth.welcome.title')}</p>
      <p className="s">{text}</p>
    </aside>
  )
}
