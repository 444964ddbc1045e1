import { secondFactorDemands } from '@teleward/contract/admin/rules.ts'
import { parseColour } from '@teleward/contract/core/colour.ts'
import { StopOutlined, UndoOutlined } from '@ant-design/icons'
import { putPartner } from '@teleward/contract/admin/endpoints.ts'
import { type Partner, type PartnerSettings, partnerSettings } from '@teleward/contract/admin/schema.ts'
import type { EndpointInput } from '@teleward/contract/core/endpoint.ts'
import { Input, Select, Switch } from 'antd'
import { type ApiError, isApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { ColourField, PRODUCT_COLOUR } from '../../patterns/ColourField.tsx'
import { useSharedForm } from '../../patterns/sharedForm.ts'
import { Theirs } from '../../patterns/Theirs.tsx'
import { useOpenForm } from '../../shell/leaving.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { askPartnerChange } from './affects.tsx'
import { BusinessHours } from './BusinessHours.tsx'
import { CaseTargets } from './CaseTargets.tsx'
import { Holidays } from './Holidays.tsx'
import { Line } from './Line.tsx'
import { PatientRules } from './PatientRules.tsx'
import { onStale } from './labels.ts'
import { NumberField } from '../../ui/NumberField.tsx'

const ZONES = [
  'Asia/Taipei',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
]

const faceOf = ({ name, nameEn, nameZhCn, phone, primaryColour, timeZone }: Partner) => ({
  name,
  nameEn: nameEn ?? '',
  nameZhCn: nameZhCn ?? '',
  phone: phone ?? '',
  primaryColour: primaryColour ?? '',
  timeZone,
})

/** What was changed, as it is sent: a text that was emptied is none. */
function bodyOf({ name, timeZone, ...texts }: Partial<ReturnType<typeof faceOf>>) {
  const rest = Object.entries(texts).map(([field, text]) => [field, text.trim() || null] as const)
  return {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(Object.fromEntries(rest) as { [Field in keyof typeof texts]: string | null }),
  }
}

/** Settings with a part of the form of their own, which is taken as a whole. */
const WHOLE = ['refundRule', 'quietHours', 'holidays', 'businessHours', 'caseTargets'] as const

/** Names and rules of an institution. */
export function Face({ partner, mayEdit }: { partner: Partner; mayEdit: boolean }) {
  const t = useT()
  const me = useMe()
  const put = useEndpointMutation(putPartner, {
    onDone: () => notify({ kind: 'ok', title: t('admin.saved') }),
    onError: (error, input) => {
      if (!isApiError(error, 'PARTNER_AFFECTS')) return onStale(error)
      void again(error, input)
      return true
    },
  })
  // What was taken is the record's in a moment: until it is typed in again, nothing here is unsent.
  const typedOn = () => put.isSuccess && put.reset()
  const form = useSharedForm(faceOf(partner), typedOn)
  const rules = useSharedForm<PartnerSettings>(partner.settings, typedOn)
  const [face, settings] = [form.fields, rules.fields]
  const emailWrong = !partnerSettings.shape.feedbackEmail.safeParse(settings.feedbackEmail).success
  const unfit = emailWrong || !partnerSettings.shape.businessHours.safeParse(settings.businessHours).success
  const dirty = form.dirty || rules.dirty
  useOpenForm(mayEdit, { dirty, sending: put.isPending || put.isSuccess })
  /** What hangs on the change is said, and it is sent once more where it is still wanted. */
  async function again(error: ApiError, { params, body }: EndpointInput<typeof putPartner>): Promise<void> {
    if (await askPartnerChange(error)) put.mutate({ params, body: { ...body, confirmed: true } })
  }
  const params = { id: partner.id }
  const text = (name: Exclude<keyof typeof face, 'timeZone'>, label: string) => (
    <Line label={label}>
      <Input
        aria-label={label}
        value={face[name]}
        maxLength={80}
        disabled={!mayEdit}
        onChange={(event) => form.set({ [name]: event.target.value })}
      />
      <Theirs form={form} name={name} label={label} />
    </Line>
  )
  const number = (
    name: 'passwordMin' | 'lockAfterMinutes' | 'transferCost',
    label: string,
    min: number,
    max: number,
  ) => (
    <Line label={label}>
      <NumberField
        aria-label={label}
        min={min}
        max={max}
        value={settings[name]}
        disabled={!mayEdit}
        onChange={(next) => next !== null && rules.set({ [name]: next })}
      />
      <Theirs form={rules} name={name} label={label} />
    </Line>
  )
  const save = () =>
    put.mutate({
      params,
      body: {
        version: partner.version,
        ...bodyOf(form.changed),
        ...(rules.dirty ? { settings } : {}),
      },
    })
  const turn = async (status: 'active' | 'disabled') => {
    const yes =
      status === 'active' ||
      (await confirmAct({
        title: t('admin.partners.disableHouse'),
        text: t('admin.partners.disableText'),
        ok: t('admin.partners.disableHouse'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (yes) put.mutate({ params, body: { version: partner.version, status } })
  }
  return (
    <section className="card" aria-label={t('admin.partners.face')}>
      <div className="hd">
        <h2>{t('admin.partners.face')}</h2>
      </div>
      {!mayEdit && <p className="alert info">{t('admin.readOnly')}</p>}
      <div className="adminform">
        {text('name', t('admin.partners.name'))}
        {text('nameEn', t('admin.partners.nameEn'))}
        {text('nameZhCn', t('admin.partners.nameZhCn'))}
        {text('phone', t('admin.partners.phone'))}
        <Line label={t('admin.partners.feedbackEmail')} note={t('admin.partners.feedbackEmailNote')}>
          <Input
            type="email"
            aria-label={t('admin.partners.feedbackEmail')}
            value={settings.feedbackEmail ?? ''}
            maxLength={120}
            disabled={!mayEdit}
            status={emailWrong ? 'error' : ''}
            onChange={(event) => rules.set({ feedbackEmail: event.target.value.trim() || null })}
          />
          <Theirs form={rules} name="feedbackEmail" label={t('admin.partners.feedbackEmail')} />
          {emailWrong && (
            <span className="help err" role="alert">
              {t('admin.partners.emailWrong')}
            </span>
          )}
        </Line>
        <Line label={t('admin.partners.colour')} note={t('admin.ui.colourText')}>
          <span className="row wrap">
            <ColourField
              label={t('admin.partners.colour')}
              value={parseColour(face.primaryColour) ?? PRODUCT_COLOUR}
              disabled={!mayEdit}
              onChange={(next) => form.set({ primaryColour: next ?? '' })}
            />
            <Theirs form={form} name="primaryColour" label={t('admin.partners.colour')} />
            {mayEdit && face.primaryColour && (
              <Button size="sm" onClick={() => form.set({ primaryColour: '' })}>
                {t('admin.partners.colourNone')}
              </Button>
            )}
          </span>
        </Line>
        <Line label={t('admin.partners.timeZone')}>
          <Select
            aria-label={t('admin.partners.timeZone')}
            value={face.timeZone}
            disabled={!mayEdit}
            onChange={(timeZone) => form.set({ timeZone })}
            options={[...new Set([partner.timeZone, ...ZONES])].map((value) => ({ value, label: value }))}
          />
          <Theirs form={form} name="timeZone" label={t('admin.partners.timeZone')} />
        </Line>
        {number('passwordMin', t('admin.partners.passwordMin'), 6, 20)}
        {number('lockAfterMinutes', t('admin.partners.lock'), 1, 60)}
        <Line label={t('admin.partners.secondStep')} note={t('admin.partners.secondStepNote')}>
          <Select
            aria-label={t('admin.partners.secondStep')}
            value={settings.secondStep}
            disabled={!mayEdit}
            onChange={(secondStep) => rules.set({ secondStep })}
            options={secondFactorDemands
              // The operator's institution has no other staff: what it demands is of administrators anywhere.
              .filter((one) => partner.id !== 0 || one !== 'all' || settings.secondStep === 'all')
              .map((value) => ({
                value,
                label: t(`admin.partners.secondSteps.${partner.id === 0 && value !== 'none' ? 'everywhere' : value}`),
              }))}
          />
          <Theirs form={rules} name="secondStep" label={t('admin.partners.secondStep')} />
        </Line>
        <Line label={t('admin.partners.settlementDay')}>
          <Select
            aria-label={t('admin.partners.settlementDay')}
            value={settings.settlementDay}
            disabled={!mayEdit}
            onChange={(settlementDay) => rules.set({ settlementDay })}
            options={([10, 15] as const).map((value) => ({ value, label: value }))}
          />
          <Theirs form={rules} name="settlementDay" label={t('admin.partners.settlementDay')} />
        </Line>
        {number('transferCost', t('admin.partners.transferCost'), 15, 30)}
        <Line label={t('admin.partners.currency')}>
          <Select
            aria-label={t('admin.partners.currency')}
            value={settings.currency}
            disabled={!mayEdit}
            onChange={(currency) => rules.set({ currency })}
            options={(['TWD', 'CNY'] as const).map((value) => ({ value, label: value }))}
          />
          <Theirs form={rules} name="currency" label={t('admin.partners.currency')} />
        </Line>
        <Line label={t('admin.partners.oneMessage')}>
          <Switch
            aria-label={t('admin.partners.oneMessage')}
            checked={settings.oneLoginMessage}
            disabled={!mayEdit}
            onChange={(oneLoginMessage) => rules.set({ oneLoginMessage })}
            style={{ alignSelf: 'flex-start' }}
          />
          <Theirs form={rules} name="oneLoginMessage" label={t('admin.partners.oneMessage')} />
        </Line>
        <Line label={t('admin.partners.aiAllowed')} note={t('admin.partners.aiAllowedNote')}>
          <Switch
            aria-label={t('admin.partners.aiAllowed')}
            checked={settings.aiAllowed}
            disabled={!mayEdit}
            onChange={(aiAllowed) => rules.set({ aiAllowed })}
            style={{ alignSelf: 'flex-start' }}
          />
          <Theirs form={rules} name="aiAllowed" label={t('admin.partners.aiAllowed')} />
        </Line>
        <Line label={t('admin.partners.allowShop')} note={t('admin.partners.allowShopNote')}>
          <Switch
            aria-label={t('admin.partners.allowShop')}
            checked={settings.allowShop}
            disabled={!mayEdit}
            onChange={(allowShop) => rules.set({ allowShop })}
            style={{ alignSelf: 'flex-start' }}
          />
          <Theirs form={rules} name="allowShop" label={t('admin.partners.allowShop')} />
        </Line>
      </div>
      <PatientRules settings={settings} mayEdit={mayEdit} onChange={rules.set} />
      <Holidays settings={settings} mayEdit={mayEdit} onChange={rules.set} />
      <BusinessHours settings={settings} mayEdit={mayEdit} onChange={rules.set} />
      <CaseTargets partner={partner.id} settings={settings} mayEdit={mayEdit} onChange={rules.set} />
      {WHOLE.some((name) => name in rules.theirs) && (
        <div className="adminnote">
          {WHOLE.map((name) => (
            <Theirs key={name} form={rules} name={name} label={t(`admin.whole.${name}`)} named />
          ))}
        </div>
      )}
      {mayEdit && (
        <div className="adminnote row wrap">
          <Button kind="primary" loading={put.isPending} disabled={!face.name.trim() || unfit} onClick={save}>
            {t('common.save')}
          </Button>
          {me.partner_id === 0 && partner.id !== 0 && (
            <Button
              kind={partner.status === 'active' ? 'bad' : 'default'}
              icon={partner.status === 'active' ? <StopOutlined /> : <UndoOutlined />}
              onClick={() => void turn(partner.status === 'active' ? 'disabled' : 'active')}
            >
              {t(partner.status === 'active' ? 'admin.partners.disableHouse' : 'admin.partners.restoreHouse')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
