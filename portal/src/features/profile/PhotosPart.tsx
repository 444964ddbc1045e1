import { PictureOutlined, UploadOutlined } from '@ant-design/icons'
import { postUploadPhoto } from '@teleward/contract/profile/endpoints.ts'
import { type PhotoKind, photoKinds } from '@teleward/contract/profile/rules.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { PictureError, pictureOf } from '../../patterns/picture.ts'
import { saidSaved, takeRefusal } from './saving.ts'

/** Photo, licence, bank book, signature: each with who sees it. */
export function PhotosPart({ profile }: { profile: Profile }) {
  return (
    <div className="photogrid">
      {photoKinds.map((kind) => (
        <PhotoCard key={kind} kind={kind} profile={profile} />
      ))}
    </div>
  )
}

function PhotoCard({ kind, profile }: { kind: PhotoKind; profile: Profile }) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [reading, setReading] = useState(false)
  const photo = profile.photos[kind]
  // Once on board, another licence is looked at before it counts.
  const reviewed = kind === 'licenseImage' && profile.verify
  const change = reviewed ? profile.licenceChange : null
  const [number, setNumber] = useState(change?.number ?? '')
  const [expires, setExpires] = useState(change?.expires ?? '')
  const act = useEndpointMutation(postUploadPhoto, {
    onDone: saidSaved,
    onError: (error) => {
      if (takeRefusal(error)) return true
      setFault(error.message)
      return true
    },
  })
  const send = async (file: File | undefined) => {
    if (!file) return
    setFault(undefined)
    setReading(true)
    try {
      const { name, data } = await pictureOf(file)
      const typed = reviewed
        ? {
            ...(number.trim() ? { licenceNumber: number.trim() } : {}),
            ...(expires ? { licenceExpires: expires } : {}),
          }
        : {}
      act.mutate({ body: { kind, name, data, version: profile.versions.photos, ...typed } })
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      setFault(t(`profile.photos.${error.why}`))
    } finally {
      setReading(false)
      if (picker.current) picker.current.value = ''
    }
  }
  const name = t(`profile.photos.${kind}`)
  return (
    <section className="card pcard photocard" aria-label={name}>
      <div className="row">
        <h2 className="sech grow">{name}</h2>
        <span className="t3 f12 num">{photo && t('profile.photos.at', { date: formatDate(photo.uploadedAt) })}</span>
      </div>
      <div className={`photobox ${kind}`}>
        {photo ? <img src={photo.url} alt={name} /> : <PictureOutlined aria-hidden="true" />}
      </div>
      <p className="t3 f12">{t(`profile.photos.for.${kind}`)}</p>
      {change?.state === 'waiting' && (
        <div className="alert info" role="status">
          {t('profile.photos.change.waiting', { date: formatDate(change.submittedAt) })}
          {change.photo && (
            <div className="photobox">
              <img src={change.photo.url} alt={t('profile.photos.change.picture')} />
            </div>
          )}
        </div>
      )}
      {change?.state === 'returned' && (
        <div className="alert warn" role="status">
          {t('profile.photos.change.returned', { reason: change.reason ?? '' })}
        </div>
      )}
      {reviewed && (
        <FormColumn>
          <Line label={t('profile.photos.change.number')}>
            {(field) => (
              <Input id={field} maxLength={60} value={number} onChange={(event) => setNumber(event.target.value)} />
            )}
          </Line>
          <Line label={t('profile.photos.change.expires')}>
            {(field) => (
              <Input id={field} type="date" value={expires} onChange={(event) => setExpires(event.target.value)} />
            )}
          </Line>
          <p className="help">{t('profile.photos.change.hint')}</p>
        </FormColumn>
      )}
      {fault && (
        <p className="help err" role="alert">
          {fault}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        className="sr"
        tabIndex={-1}
        accept="image/jpeg,image/png"
        aria-label={name}
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <div className="row">
        <Button icon={<UploadOutlined />} loading={reading || act.isPending} onClick={() => picker.current?.click()}>
          {t(reviewed ? 'profile.photos.change.send' : photo ? 'profile.photos.replace' : 'profile.photos.choose')}
        </Button>
        <span className="t3 f12">{t('profile.photos.limit')}</span>
      </div>
    </section>
  )
}
