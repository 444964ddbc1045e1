import { secondFactorDemands } from '@teleward/contract/admin/rules.ts'
import { parseColour } from '@teleward/contract/core/colour.ts'
import { StopOutlined, UndoOutlined } from '@ant-design/icons'
import { putPartner } from '@teleward/contract/admin/endpoints.ts'
import { type Partner, type PartnerSettings, partnerSettings } from '@teleward/contract/admin/schema.ts'
import { Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { ColourField, PRODUCT_COLOUR } from '../../patterns/ColourField.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
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

/** Names and rules of an institution. */
export function Face({ partner, mayEdit }: { partner: Partner; mayEdit: boolean }) {
  const t = useT()
  const me = useMe()
  const [face, setFace] = useState({
    name: partner.name,
    nameEn: partner.nameEn ?? '',
    nameZhCn: partner.nameZhCn ?? '',
    phone: partner.phone ?? '',
    primaryColour: partner.primaryColour ?? '',
    timeZone: partner.timeZone,
  })
  const [settings, setSettings] = useState<PartnerSettings>(partner.settings)
  const emailWrong = !partnerSettings.shape.feedbackEmail.safeParse(settings.feedbackEmail).success
  const unfit = emailWrong || !partnerSettings.shape.businessHours.safeParse(settings.businessHours).success
  const put = useEndpointMutation(putPartner, {
    onDone: () => notify({ kind: 'ok', title: t('admin.saved') }),
    onError: onStale,
  })
  const params = { id: partner.id }
  const text = (name: Exclude<keyof typeof face, 'timeZone'>, label: string) => (
    <Line label={label}>
      <Input
        aria-label={label}
        value={face[name]}
        maxLength={80}
        disabled={!mayEdit}
        onChange={(event) => setFace({ ...face, [name]: event.target.value })}
      />
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
        onChange={(next) => next !== null && setSettings({ ...settings, [name]: next })}
      />
    </Line>
  )
  const save = () =>
    put.mutate({
      params,
      body: {
        version: partner.version,
        name: face.name,
        timeZone: face.timeZone,
        nameEn: face.nameEn.trim() || null,
        nameZhCn: face.nameZhCn.trim() || null,
        phone: face.phone.trim() || null,
        primaryColour: face.primaryColour.trim() || null,
        settings,
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
            onChange={(event) => setSettings({ ...settings, feedbackEmail: event.target.value.trim() || null })}
          />
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
              onChange={(next) => setFace({ ...face, primaryColour: next ?? '' })}
            />
            {mayEdit && face.primaryColour && (
              <Button size="sm" onClick={() => setFace({ ...face, primaryColour: '' })}>
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
            onChange={(timeZone) => setFace({ ...face, timeZone })}
            options={[...new Set([partner.timeZone, ...ZONES])].map((value) => ({ value, label: value }))}
          />
        </Line>
        {number('passwordMin', t('admin.partners.passwordMin'), 6, 20)}
        {number('lockAfterMinutes', t('admin.partners.lock'), 1, 60)}
        <Line label={t('admin.partners.secondStep')} note={t('admin.partners.secondStepNote')}>
          <Select
            aria-label={t('admin.partners.secondStep')}
            value={settings.secondStep}
            disabled={!mayEdit}
            onChange={(secondStep) => setSettings({ ...settings, secondStep })}
            options={secondFactorDemands
              // The operator's institution has no other staff: what it demands is of administrators anywhere.
              .filter((one) => partner.id !== 0 || one !== 'all' || settings.secondStep === 'all')
              .map((value) => ({
                value,
                label: t(`admin.partners.secondSteps.${partner.id === 0 && value !== 'none' ? 'everywhere' : value}`),
              }))}
          />
        </Line>
        <Line label={t('admin.partners.settlementDay')}>
          <Select
            aria-label={t('admin.partners.settlementDay')}
            value={settings.settlementDay}
            disabled={!mayEdit}
            onChange={(settlementDay) => setSettings({ ...settings, settlementDay })}
            options={([10, 15] as const).map((value) => ({ value, label: value }))}
          />
        </Line>
        {number('transferCost', t('admin.partners.transferCost'), 15, 30)}
        <Line label={t('admin.partners.currency')}>
          <Select
            aria-label={t('admin.partners.currency')}
            value={settings.currency}
            disabled={!mayEdit}
            onChange={(currency) => setSettings({ ...settings, currency })}
            options={(['TWD', 'CNY'] as const).map((value) => ({ value, label: value }))}
          />
        </Line>
        <Line label={t('admin.partners.oneMessage')}>
          <Switch
            aria-label={t('admin.partners.oneMessage')}
            checked={settings.oneLoginMessage}
            disabled={!mayEdit}
            onChange={(oneLoginMessage) => setSettings({ ...settings, oneLoginMessage })}
            style={{ alignSelf: 'flex-start' }}
          />
        </Line>
        <Line label={t('admin.partners.aiAllowed')} note={t('admin.partners.aiAllowedNote')}>
          <Switch
            aria-label={t('admin.partners.aiAllowed')}
            checked={settings.aiAllowed}
            disabled={!mayEdit}
            onChange={(aiAllowed) => setSettings({ ...settings, aiAllowed })}
            style={{ alignSelf: 'flex-start' }}
          />
        </Line>
      </div>
      <PatientRules settings={settings} mayEdit={mayEdit} onChange={setSettings} />
      <Holidays settings={settings} mayEdit={mayEdit} onChange={setSettings} />
      <BusinessHours settings={settings} mayEdit={mayEdit} onChange={setSettings} />
      <CaseTargets partner={partner.id} settings={settings} mayEdit={mayEdit} onChange={setSettings} />
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
