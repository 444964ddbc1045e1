import { deleteTotp, postTotp } from '@teleward/contract/registration/endpoints.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { saveAs } from '../../api/exportSheet.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from './Confirm.tsx'
import { Line } from '../../patterns/FormLines.tsx'
import { QrImage } from '../../patterns/QrImage.tsx'

const FILE = 'teleward-recovery-codes.txt'
type Step = 'idle' | 'password' | 'off'
interface Fault {
  code: string
  text: string
}

/** An authenticator app: password, picture to scan, first code, recovery codes; off by password and code. */
export function Totp({ on, left }: { on: boolean; left: number }) {
  const t = useT()
  const [step, setStep] = useState<Step>('idle')
  const [scan, setScan] = useState<{ secret: string; uri: string }>()
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const [fault, setFault] = useState<Fault>()
  const refused = (error: { code: string; message: string }) => {
    setFault({ code: error.code, text: error.message })
    return true
  }
  const turnOn = useEndpointMutation(postTotp, {
    onDone: ({ state, secret, uri, recovery: codes }) => {
      setFault(undefined)
      setStep('idle')
      if (state === 'scan' && secret && uri) return setScan({ secret, uri })
      setScan(undefined)
      setRecovery(codes)
      notify({ kind: 'ok', title: t('profile.security.totpDone') })
    },
    onError: refused,
  })
  const turnOff = useEndpointMutation(deleteTotp, {
    onDone: () => {
      setStep('idle')
      setRecovery([])
      notify({ kind: 'ok', title: t('profile.security.totpGone') })
    },
    onError: refused,
  })
  const go = (to: Step) => {
    setFault(undefined)
    setStep(to)
  }
  const quiet = step === 'idle' && !scan
  return (
    <section className="card pcard">
      <h2 className="sech">{t('profile.security.totp')}</h2>
      <div className="row wrap">
        <span className={on ? 'grow' : 't2 grow'}>
          {on ? t('profile.security.totpOn', { count: left }) : t('profile.security.totpOff')}
        </span>
        {quiet && (
          <Button kind={on ? 'bad' : 'default'} onClick={() => go(on ? 'off' : 'password')}>
            {t(on ? 'profile.security.totpStop' : 'profile.security.totpStart')}
          </Button>
        )}
      </div>
      {step === 'password' && (
        <Confirm
          good
          text={t('profile.security.totpWhy')}
          ok={t('profile.security.totpNext')}
          fault={fault?.text}
          busy={turnOn.isPending}
          onType={() => setFault(undefined)}
          onOk={({ password }) => turnOn.mutate({ body: { password } })}
          onBack={() => go('idle')}
        />
      )}
      {scan && (
        <Scan
          {...scan}
          fault={fault?.text}
          busy={turnOn.isPending}
          onType={() => setFault(undefined)}
          onCode={(code) => turnOn.mutate({ body: { code } })}
          onBack={() => {
            setFault(undefined)
            setScan(undefined)
          }}
        />
      )}
      {recovery.length > 0 && <Recovery codes={recovery} onDone={() => setRecovery([])} />}
      {step === 'off' && (
        <Confirm
          text={t('profile.security.totpStopText')}
          ok={t('profile.security.totpStop')}
          withCode={t('profile.security.totpOrRecovery')}
          atCode={fault?.code === 'SECOND_STEP_WRONG'}
          fault={fault?.text}
          busy={turnOff.isPending}
          onType={() => setFault(undefined)}
          onOk={(typed) => turnOff.mutate({ body: typed })}
          onBack={() => go('idle')}
        />
      )}
    </section>
  )
}

interface ScanProps {
  secret: string
  uri: string
  fault: string | undefined
  busy: boolean
  onType: () => void
  onCode: (code: string) => void
  onBack: () => void
}
/** To be scanned; by the key where the app is on this very phone, or there is no camera. */
function Scan({ secret, uri, fault, busy, onType, onCode, onBack }: ScanProps) {
  const t = useT()
  const [code, setCode] = useState('')
  return (
    <div className="secbox">
      <QrImage value={uri} label={t('profile.security.totpQr')} />
      <form
        className="secside"
        onSubmit={(event) => {
          event.preventDefault()
          onCode(code)
        }}
      >
        <p className="f13">{t('profile.security.totpScan')}</p>
        <p className="f13 t2">{t('profile.security.totpKey')}</p>
        <code className="totpkey">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <a className="link f13" href={uri}>
          {t('profile.security.totpOpen')}
        </a>
        <Line label={t('profile.security.totpCode')} required error={fault}>
          {(id, described) => (
            <Input
              id={id}
              aria-describedby={described}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              autoFocus
              value={code}
              status={fault ? 'error' : ''}
              onChange={(event) => {
                onType()
                setCode(event.target.value)
              }}
            />
          )}
        </Line>
        <div className="row">
          <Button kind="primary" type="submit" disabled={!code.trim()} loading={busy}>
            {t('profile.security.totpStart')}
          </Button>
          <Button kind="text" onClick={onBack}>
            {t('common.back')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** Shown once: they are kept nowhere as they are. */
function Recovery({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  useUnsavedGuard('draft', true)
  return (
    <div className="alert warn recovery" role="status">
      <b>{t('profile.security.recovery')}</b>
      <p className="f13">{t('profile.security.recoveryText')}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <Button onClick={() => saveAs(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), FILE)}>
          {t('profile.security.recoverySave')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('profile.security.recoveryKept')}
        </Button>
      </div>
    </div>
  )
}
