import { Checkbox, Segmented, Select } from 'antd'
import type { Site } from '@teleward/contract/appointments/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatMoney } from '../../ui/format.ts'
import { useWords } from '../../patterns/phrases/useWords.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { type Booking, whenText } from './useBooking.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { SuggestInput } from '../../ui/SuggestInput.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

const services = ['general', 'followUp', 'special', 'emergency', 'onsite'] as const
const MAX_SERVICE = 60
const sites: readonly Site[] = ['video', 'voice', 'onsite']

/** How, what for, whom to call back, and what it costs. */
export function Details({ booking }: { booking: Booking }) {
  const { draft, change, doctor } = booking
  // One's own among them, where they fit into the line.
  const own = useWords('service').flatMap(({ word }) =>
    word.length > MAX_SERVICE || word.includes('\n') ? [] : [word],
  )
  const offered = (site: Site) => !doctor || (site === 'onsite' ? doctor.onsite : doctor.video)
  return (
    <>
      <div className="bkpair">
        <div id="bk-site">
          <span className="lab">{t('booking.site.label')}</span>
          <Segmented
            aria-label={t('booking.site.label')}
            value={draft.site}
            options={sites.map((value) => ({
              value,
              label: t(`appointments.site.${value}`),
              disabled: !offered(value),
              ...(offered(value) ? {} : { title: t('booking.site.notOffered') }),
            }))}
            onChange={(site) => change({ site, payOnSite: site === 'onsite' && draft.payOnSite })}
          />
        </div>
        <div>
          <FieldLabel id="bk-service">{t('booking.service.label')}</FieldLabel>
          <SuggestInput
            id="bk-service"
            label={t('booking.service.label')}
            value={draft.serviceItem}
            maxLength={MAX_SERVICE}
            options={[...services.map((one) => t(`booking.service.${one}`)), ...own]}
            onChange={(serviceItem) => change({ serviceItem })}
          />
        </div>
      </div>
      <div>
        <FieldLabel id="bk-problem">{t('booking.problem.label')}</FieldLabel>
        <GrowingArea
          id="bk-problem"
          most={6}
          maxLength={1000}
          placeholder={t('booking.problem.placeholder')}
          value={draft.consultProblem}
          onChange={(event) => change({ consultProblem: event.target.value })}
        />
      </div>
      <div className="bkpair">
        <div>
          <span className="lab">{t('booking.target.label')}</span>
          <Segmented
            aria-label={t('booking.target.label')}
            value={draft.callTarget}
            options={(['patient', 'family', 'cs'] as const).map((value) => ({
              value,
              label: t(`booking.target.${value}`),
            }))}
            onChange={(callTarget) => change({ callTarget })}
          />
        </div>
        <Fee booking={booking} />
      </div>
    </>
  )
}

function Fee({ booking: { draft, change, fees, freePay } }: { booking: Booking }) {
  const own = fees.data?.fee ?? null
  const below = draft.fee !== undefined && own !== null && draft.fee < own
  const note = () => {
    if (freePay.data?.free) return t(freePay.data.kind === 'contract' ? 'booking.fee.contract' : 'booking.fee.free')
    if (fees.data?.freeOfCharge) return t('booking.fee.freeDoctor')
    if (!fees.data) return ''
    if (own === null) return t('booking.fee.none')
    const words = t('booking.fee.default', { fee: formatMoney(own, draft.currency), when: whenText(draft.interval) })
    return below ? `${t('booking.fee.below')}${t('common.dot')}${words}` : words
  }
  return (
    <div>
      <FieldLabel id="bk-fee" required={draft.kind === 'special'}>
        {t('booking.fee.label')}
      </FieldLabel>
      <div className="row">
        <Select
          aria-label={t('booking.fee.currency')}
          value={draft.currency}
          options={[{ value: 'TWD' as const }, { value: 'CNY' as const }]}
          onChange={(currency) => change({ currency, fee: undefined })}
        />
        <NumberField
          id="bk-fee"
          className="grow"
          min={0}
          max={1_000_000}
          precision={draft.currency === 'TWD' ? 0 : 2}
          aria-describedby="bk-fee-help"
          placeholder={own === null ? '' : String(own / 100)}
          value={draft.fee === undefined ? null : draft.fee / 100}
          onChange={(value) => change({ fee: value === null ? undefined : Math.round(Number(value) * 100) })}
        />
      </div>
      <p id="bk-fee-help" className={`help num ${below ? 'c-warn' : ''}`} aria-live="polite">
        {note()}
      </p>
      {draft.site === 'onsite' && (
        <Checkbox checked={draft.payOnSite} onChange={(event) => change({ payOnSite: event.target.checked })}>
          {t('booking.fee.payOnSite')}
        </Checkbox>
      )}
    </div>
  )
}
