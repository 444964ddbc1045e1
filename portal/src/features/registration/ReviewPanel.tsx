import { SafetyCertificateOutlined } from '@ant-design/icons'
import { needsLicence } from '@teleward/contract/admin/rules.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { getProfile, postUploadPhoto } from '@teleward/contract/profile/endpoints.ts'
import { getOwnReview, postAcceptance, postOwnReview } from '@teleward/contract/registration/endpoints.ts'
import { registrableTypes } from '@teleward/contract/registration/rules.ts'
import type { EndpointData } from '@teleward/contract/core/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import { endpointQuery, invalidateTags, queryClient } from '../../api/query.ts'
import { router } from '../../shell/navigation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { PictureError, pictureOf, pictureText } from '../../patterns/picture.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { AgreementBox } from './AgreementBox.tsx'
import { type Fault, faultOf } from './fault.ts'
import { staffTypeText } from '../../patterns/staffType.ts'

type Own = EndpointData<typeof getOwnReview>
const LOOK_AGAIN_MS = 5000
const TONES: Record<Own['state'], StatusKind> = {
  registered: 'neutral',
  phoneVerified: 'info',
  inReview: 'warn',
  returned: 'bad',
  onBoard: 'ok',
  cancelled: 'bad',
}

/** What is handed in, where it stands, and why it came back. */
export function ReviewPanel() {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({ ...endpointQuery(getOwnReview, {}), refetchInterval: LOOK_AGAIN_MS })
  if (error && !data) return <ErrorState title={t('entry.verify.failed')} onRetry={() => void refetch()} />
  if (!data) return <SkeletonBlock lines={5} />
  const open = data.state === 'phoneVerified' || data.state === 'returned'
  const enter = async () => {
    queryClient.clear()
    await router.navigate({ to: '/', replace: true })
  }
  return (
    <>
      <p>
        <StatusTag kind={TONES[data.state]} icon={<SafetyCertificateOutlined />}>
          {t(`entry.verify.state.${data.state}`)}
        </StatusTag>{' '}
        <span className="t2">{t(`entry.verify.about.${data.state}`)}</span>
      </p>
      {data.reason && data.state !== 'onBoard' && (
        <div className="alert warn" role="status">
          {t('entry.verify.reason', { reason: data.reason })}
        </div>
      )}
      {open ? <Papers own={data} /> : <HandedIn own={data} />}
      <div className="entryacts">
        <Button kind={data.state === 'onBoard' ? 'primary' : 'default'} onClick={() => void enter()}>
          {t('entry.verify.open')}
        </Button>
      </div>
    </>
  )
}

function HandedIn({ own }: { own: Own }) {
  const { t, language } = useI18n()
  const unit = own.unit && ((language === 'en' && own.unit.nameEn) || own.unit.name)
  const lines = [
    ['entry.register.type', staffTypeText(own.doctortype)],
    ['entry.verify.unit', unit],
    ['entry.verify.licenceNumber', own.licenceNumber],
    ['entry.verify.licenceExpires', own.licenceExpires],
  ] as const
  return (
    <dl className="reviewlines">
      {lines.map(
        ([label, value]) =>
          value && (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{t(label)}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Papers({ own }: { own: Own }) {
  const { t, language } = useI18n()
  const [form, setForm] = useState({
    doctortype: own.doctortype as string,
    unitId: own.unit?.id ?? (own.units.length === 1 ? own.units[0]?.id : undefined),
    licenceNumber: own.licenceNumber ?? '',
    licenceExpires: own.licenceExpires ?? '',
  })
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const [anew, setAnew] = useState<Record<'agreement' | 'privacy', string | null>>({ agreement: null, privacy: null })
  const licensed = needsLicence(form.doctortype as StaffType)
  const missing = missingIn(fault)
  const older = (['agreement', 'privacy'] as const).filter(
    (kind) => !own.agreements.some((one) => one.kind === kind && one.current),
  )
  const said = (part: string) => (missing.includes(part) ? t(`entry.verify.missing.${part as 'licence'}`) : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    try {
      for (const kind of older) {
        const version = anew[kind]
        if (version) await call(postAcceptance, { params: { kind }, body: { version, lang: language } })
      }
      await call(postOwnReview, {
        body: {
          version: own.version,
          doctortype: form.doctortype as 'doctor',
          unitId: form.unitId ?? 0,
          licenceNumber: licensed ? form.licenceNumber : null,
          licenceExpires: (licensed && form.licenceExpires) || null,
        },
      })
      await invalidateTags(['reviews', 'session'])
    } catch (error) {
      setFault(faultOf(error))
      await invalidateTags(['reviews'])
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {fault && !missing.length && (
        <div className="alert bad" role="alert">
          {fault.text}
        </div>
      )}
      <div className="fi">
        <label className="lab" htmlFor="doctortype">
          {t('entry.register.type')}
        </label>
        <select
          id="doctortype"
          value={form.doctortype}
          onChange={(event) => setForm({ ...form, doctortype: event.target.value })}
        >
          {registrableTypes.map((type) => (
            <option key={type} value={type}>
              {staffTypeText(type)}
            </option>
          ))}
        </select>
      </div>
      <div className="fi">
        <label className="lab" htmlFor="unit">
          {t('entry.verify.unit')}
        </label>
        <select
          id="unit"
          value={form.unitId ?? ''}
          aria-invalid={said('unit') ? true : undefined}
          onChange={(event) => setForm({ ...form, unitId: Number(event.target.value) || undefined })}
        >
          <option value="" />
          {own.units.map((unit) => (
            <option key={unit.id} value={unit.id}>
              {(language === 'en' && unit.nameEn) || unit.name}
            </option>
          ))}
        </select>
        {said('unit') && <div className="help err">{said('unit')}</div>}
      </div>
      {licensed && (
        <>
          <div className="fi">
            <Field
              id="licenceNumber"
              label={t('entry.verify.licenceNumber')}
              maxLength={40}
              value={form.licenceNumber}
              error={said('licenceNumber')}
              onChange={(event) => setForm({ ...form, licenceNumber: event.target.value })}
            />
          </div>
          <div className="fi">
            <Field
              id="licenceExpires"
              type="date"
              label={t('entry.verify.licenceExpires')}
              value={form.licenceExpires}
              error={said('licenceExpires')}
              onChange={(event) => setForm({ ...form, licenceExpires: event.target.value })}
            />
          </div>
        </>
      )}
      <div className="papers">
        <Paper kind="avatar" there={own.photo !== null} label={t('entry.verify.photo')} error={said('photo')} />
        {licensed && (
          <Paper
            kind="licenseImage"
            there={own.licenceImage !== null}
            label={t('entry.verify.licence')}
            error={said('licence')}
          />
        )}
      </div>
      {older.length > 0 && <div className="alert info">{t('entry.verify.agreeAnew')}</div>}
      {older.map((kind) => (
        <AgreementBox
          key={kind}
          kind={kind}
          accepted={anew[kind]}
          onAccept={(version) => setAnew((now) => ({ ...now, [kind]: version }))}
        />
      ))}
      <div className="entryacts">
        <Button kind="primary" size="lg" type="submit" loading={busy}>
          {t('entry.verify.submit')}
        </Button>
      </div>
    </form>
  )
}

function missingIn(fault: Fault | null): string[] {
  const missing: unknown =
    typeof fault?.data === 'object' && fault.data ? Reflect.get(fault.data, 'missing') : undefined
  if (Array.isArray(missing)) return missing.map(String)
  return fault?.field === 'unitId' ? ['unit'] : []
}

/** One picture: chosen, or taken by the phone's camera. */
function Paper({
  kind,
  there,
  label,
  error,
}: {
  kind: 'avatar' | 'licenseImage'
  there: boolean
  label: string
  error: string | undefined
}) {
  const { t } = useI18n()
  const [shown, setShown] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    if (!there || shown) return
    void call(getProfile, {}).then(
      ({ photos }) => setShown(photos[kind]?.url ?? null),
      (failure: unknown) => console.warn('The picture is there and cannot be shown', failure),
    )
  }, [there, shown, kind])
  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFault(null)
    try {
      const { name, data } = await pictureOf(file)
      const photos = await keep(kind, name, data)
      setShown(photos[kind]?.url ?? null)
      await invalidateTags(['reviews'])
    } catch (failure) {
      setFault(failure instanceof PictureError ? pictureText(failure) : faultOf(failure).text)
    } finally {
      setBusy(false)
    }
  }
  const said = fault ?? error
  return (
    <div className="paper">
      <b>{label}</b>
      {shown && <img src={shown} alt={label} />}
      {there && (
        <span className="tag ok" role="status">
          {t('entry.verify.done')}
        </span>
      )}
      <label className="btn" aria-busy={busy}>
        <input
          type="file"
          accept="image/jpeg,image/png"
          capture={kind === 'licenseImage' ? 'environment' : undefined}
          disabled={busy}
          aria-label={label}
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        {t(there ? 'entry.verify.replace' : 'entry.verify.upload')}
      </label>
      <span className="t3">{t('entry.verify.uploadHint')}</span>
      {said && <span className="help err">{said}</span>}
    </div>
  )
}

/** Two pictures at once are two changes of one part: the one that comes second goes on from the first. */
async function keep(kind: 'avatar' | 'licenseImage', name: string, data: string) {
  for (let tries = 0; ; tries += 1) {
    const { versions } = await call(getProfile, {})
    try {
      return await call(postUploadPhoto, { body: { kind, name, data, version: versions.photos } })
    } catch (error) {
      if (tries > 2 || !isApiError(error, 'VERSION_STALE')) throw error
    }
  }
}
