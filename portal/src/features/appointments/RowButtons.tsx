import { MoreOutlined } from '@ant-design/icons'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { primaryOf, restOf, type AppointmentContext } from '../../patterns/appointments/available-actions.tsx'
import type { Steps } from '../../patterns/appointments/useSteps.ts'
import { named } from '../../patterns/appointments/labels.tsx'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'

interface Props {
  row: Appointment
  context: AppointmentContext
  steps: Steps
}

/** The next step of a row. */
export function NextStep({ row, context, steps, large }: Props & { large?: boolean }) {
  const offer = primaryOf(row, context)
  const urgent = row.slot === 'emergency' && (offer.act === 'call' || offer.act === 'redial')
  return (
    <Button
      size={large ? undefined : 'sm'}
      kind={urgent ? 'badSolid' : offer.act === 'enter' ? 'primary' : 'default'}
      disabled={steps.busy}
      title={offer.why}
      aria-label={t('appointments.act.of', { act: offer.label, ...named(row) })}
      onClick={() => steps.run(offer.act, row)}
    >
      {offer.label}
    </Button>
  )
}

/** Everything else the state allows, behind the dots; what cannot be done now says why. */
export function MoreSteps({ row, context, steps }: Props) {
  const primary = primaryOf(row, context)
  const rest = restOf(row, context).filter(({ act }) => act !== primary.act)
  if (rest.length === 0) return <span className="icbtn sm" aria-hidden="true" />
  const items = rest.map((offer) => ({
    key: offer.act,
    label: offer.why ? (
      <span title={offer.why}>
        {offer.label}
        <small className="why">{offer.why}</small>
      </span>
    ) : (
      offer.label
    ),
    icon: offer.icon,
    danger: offer.danger,
    disabled: Boolean(offer.why),
    onPick: () => steps.run(offer.act, row),
  }))
  return (
    <MenuButton
      className="icbtn sm"
      label={t('appointments.act.of', { act: t('appointments.act.more'), ...named(row) })}
      items={items}
    >
      <MoreOutlined rotate={90} />
    </MenuButton>
  )
}
