import { deleteLineBinding, postLineBinding } from '@teleward/contract/registration/endpoints.ts'
import { useEffect, useState } from 'react'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatClock, useNow } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Confirm } from './Confirm.tsx'
import { QrImage } from '../../patterns/QrImage.tsx'

interface Asked {
  code: string
  expiresAt: string
  account: string | null
  address: string | null
  development: boolean
}
const stale = () => void invalidateTags(['profile', 'bindings', 'session'])

/** Bound or not. Both ways take the password; unbinding says that the second step of signing in goes with it. */
export function LineBinding({ bound, waiting }: { bound: string | null; waiting: (yes: boolean) => void }) {
  const t = useT()
  const [asked, setAsked] = useState<Asked>()
  const [step, setStep] = useState<'idle' | 'bind' | 'unbind'>('idle')
  const [fault, setFault] = useState<string>()
  const go = (to: typeof step) => {
    setFault(undefined)
    setStep(to)
  }
  const refused = (error: { message: string }) => {
    setFault(error.message)
    return true
  }
  const again = () => {
    setAsked(undefined)
    go('bind')
  }
  const done = () => {
    setAsked(undefined)
    notify({ kind: 'ok', title: t('profile.security.lineDone') })
  }
  const bind = useEndpointMutation(postLineBinding, {
    onDone: (answer) => {
      const { state, code, expiresAt, account, address, development } = answer
      go('idle')
      if (state === 'waiting' && code && expiresAt) return setAsked({ code, expiresAt, account, address, development })
      done()
      stale()
    },
    onError: (error) => step === 'bind' && refused(error),
  })
  const unbind = useEndpointMutation(deleteLineBinding, {
    onDone: () => {
      go('idle')
      notify({ kind: 'ok', title: t('profile.security.lineGone') })
      stale()
    },
    onError: refused,
  })
  // LINE answers the server, not this page: until then it is looked at again and again.
  const open = asked !== undefined && bound === null
  useEffect(() => waiting(open), [open, waiting])
  useEffect(() => {
    if (!asked || bound === null) return
    setAsked(undefined)
    notify({ kind: 'ok', title: t('profile.security.lineDone') })
    stale()
  }, [asked, bound, t])
  return (
    <section className="card pcard">
      <h2 className="sech">{t('profile.security.line')}</h2>
      <div className="row wrap">
        <span className={bound === null ? 't2 grow' : 'grow'}>
          {bound === null ? t('profile.security.lineNone') : t('profile.security.lineBound', { name: bound })}
        </span>
        {bound === null && !asked && step === 'idle' && (
          <Button onClick={() => go('bind')}>{t('profile.security.bind')}</Button>
        )}
        {bound !== null && step !== 'unbind' && (
          <Button kind="bad" onClick={() => go('unbind')}>
            {t('profile.security.unbind')}
          </Button>
        )}
      </div>
      {step === 'bind' && bound === null && (
        <Confirm
          good
          text={t('profile.security.bindWhy')}
          ok={t('profile.security.bind')}
          fault={fault}
          busy={bind.isPending}
          onType={() => setFault(undefined)}
          onOk={({ password }) => bind.mutate({ body: { password } })}
          onBack={() => go('idle')}
        />
      )}
      {asked && bound === null && (
        <Waiting
          asked={asked}
          busy={bind.isPending}
          onAnswer={() => bind.mutate({ body: { code: asked.code } })}
          onAgain={again}
          onBack={() => setAsked(undefined)}
        />
      )}
      {step === 'unbind' && bound !== null && (
        <Confirm
          text={t('profile.security.unbindText')}
          ok={t('profile.security.unbind')}
          fault={fault}
          busy={unbind.isPending}
          onType={() => setFault(undefined)}
          onOk={({ password }) => unbind.mutate({ body: { password } })}
          onBack={() => go('idle')}
        />
      )}
    </section>
  )
}

interface WaitingProps {
  asked: Asked
  busy: boolean
  onAnswer: () => void
  onAgain: () => void
  onBack: () => void
}
/** The code to be sent to the institution's account, as text, as a link on a phone and as a picture for one. */
function Waiting({ asked, busy, onAnswer, onAgain, onBack }: WaitingProps) {
  const t = useT()
  const left = (Date.parse(asked.expiresAt) - useNow()) / 1000
  const { account, address } = asked
  return (
    <div className="secbox">
      {address && <QrImage value={address} label={t('profile.security.lineQr')} />}
      <div className="secside">
        <p className="f13">
          {account ? t('profile.security.lineCodeTo', { account }) : t('profile.security.lineCode')}
        </p>
        <b className="code bigcode">{asked.code}</b>
        <p className="f13 t2 num" role="status">
          {left > 0 ? t('profile.security.left', { clock: formatClock(left) }) : t('profile.security.over')}
        </p>
        <div className="row wrap">
          {left <= 0 && (
            <Button kind="primary" loading={busy} onClick={onAgain}>
              {t('profile.security.again')}
            </Button>
          )}
          {left > 0 && address && (
            <a className="btn" href={address} target="_blank" rel="noreferrer">
              {t('profile.security.lineOpen')}
            </a>
          )}
          {left > 0 && asked.development && (
            <Button loading={busy} onClick={onAnswer}>
              {t('profile.security.lineAnswer')}
            </Button>
          )}
          <Button kind="text" onClick={onBack}>
            {t('common.back')}
          </Button>
        </div>
      </div>
    </div>
  )
}
