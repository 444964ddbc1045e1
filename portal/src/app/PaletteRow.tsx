import { createElement } from 'react'
import { t } from '../i18n/i18n.ts'
import { ageOf, either } from '../patterns/Patient.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { FactLine } from '../ui/FactLine.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { VipMark } from '../ui/PatientHeader.tsx'
import type { Act, Entry } from '../shell/palette.ts'

export const rowId = (entry: Entry, act?: Act) => `palette-${entry.id}${act ? `-${act.id}` : ''}`
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

interface Props {
  entry: Entry
  /** The id of the act that is marked, '' for the line itself, null when another line is. */
  mark: string | null
  onMark: (act: number) => void
  onPick: (act?: Act) => void
}
/** A line, and beside it what can be done with whom it names: each an option of the list. */
export function PaletteRow({ entry, mark, onMark, onPick }: Props) {
  const { acts = [], member } = entry
  return (
    <div className="prow" role="presentation">
      <button
        type="button"
        role="option"
        id={rowId(entry)}
        tabIndex={-1}
        aria-selected={mark === ''}
        ref={mark === '' ? intoView : undefined}
        onPointerMove={() => onMark(-1)}
        onClick={() => onPick()}
      >
        {member ? <MemberOf entry={entry} /> : <CommandOf entry={entry} />}
      </button>
      {acts.map((act, index) => {
        const label = t('shell.palette.actFor', { act: act.label, name: entry.label })
        return (
          <button
            key={act.id}
            type="button"
            role="option"
            id={rowId(entry, act)}
            className="pact"
            tabIndex={-1}
            aria-selected={mark === act.id}
            aria-disabled={act.why !== undefined}
            aria-label={label}
            title={act.why ? t('common.pair', { name: act.label, value: act.why }) : act.label}
            ref={mark === act.id ? intoView : undefined}
            onPointerMove={() => onMark(index)}
            onClick={() => onPick(act)}
          >
            {act.icon}
          </button>
        )
      })}
    </div>
  )
}

const CommandOf = ({ entry: { icon, label, hint } }: { entry: Entry }) => (
  <>
    <span className="ic">{icon && createElement(icon)}</span>
    <span className="grow">{label}</span>
    {hint && <Kbd keys={hint} />}
  </>
)

/** Two of one name are told apart by age and sex, by number and by the last of the id. */
function MemberOf({ entry: { member, label } }: { entry: Entry }) {
  if (!member) return null
  const facts = [
    member.memberNo,
    ...(member.idLast ? [`•••${member.idLast}`] : []),
    either(member.unitName, member.unitNameEn),
  ]
  return (
    <>
      <Avatar name={label} seed={member.pid} />
      <span className="grow pmember">
        <span className="ell b">{label}</span>
        {member.vip && <VipMark />}
        <span className="t3 f12 num">{ageOf(member)}</span>
        <span className="t3 f12 ell facts">
          <FactLine of={facts} />
        </span>
      </span>
    </>
  )
}
