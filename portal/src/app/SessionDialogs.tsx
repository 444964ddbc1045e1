import { login } from '@teleward/contract/auth/endpoints.ts'
import { refresh, sessionEnded, sessionForcedOut } from '@teleward/contract/auth/events.ts'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { onEvent } from '../api/events.ts'
import { useUser } from '../api/me.ts'
import { invalidateAll } from '../api/query.ts'
import { endFor } from '../api/refresh.ts'
import { type LoginAnswer, type SessionEnd, session } from '../api/session.ts'
import { connectStaff, disconnectStaff } from '../api/socket.ts'
import { useT } from '../i18n/i18n.ts'
import { goToLogin } from './navigation.ts'
import { PasswordAgain } from './PasswordAgain.tsx'
import { onRefresh } from './version.ts'

/** Over the page, not instead of it: 'session over' asks for the password, 'forced out' says what happened. */
export function SessionDialogs() {
  const t = useT()
  const user = useUser()
  const [end, setEnd] = useState<SessionEnd | null>(session.pending)
  useEffect(() => session.onEnd(setEnd), [])
  // Signed in again, here or in another tab.
  useEffect(() => session.subscribe(() => session.pending() === null && setEnd(null)), [])
  useEffect(() => {
    if (end?.kind === 'forcedOut') disconnectStaff()
  }, [end])
  useEffect(() => onEvent(sessionForcedOut, (event) => event.id && session.end({ kind: 'forcedOut' })), [])
  useEffect(() => onEvent(sessionEnded, ({ reason }) => endFor(new ApiError(reason, '', 401))), [])
  useEffect(() => onEvent(refresh, onRefresh), [])

  const leave = () => {
    const reason = end?.kind === 'forcedOut' ? 'forcedOut' : undefined
    session.clear()
    void goToLogin(reason)
  }
  const goOn = async (answer: LoginAnswer) => {
    session.start(answer)
    disconnectStaff()
    connectStaff()
    await invalidateAll()
  }
  const signInAgain = async (pwd: string) => {
    const answer = await call(login, {
      body: {
        id: user?.account ?? '',
        pwd,
        is_doctor: user?.doctortype === 'doctor',
        partnerid: user?.partner_id,
        device_token: session.deviceToken() ?? undefined,
        device_type: session.deviceType(),
        app: 'web',
      },
    })
    await goOn(answer)
  }

  if (end?.kind === 'forcedOut')
    return (
      <Modal
        open
        closable={false}
        title={t('shell.forcedOut.title')}
        footer={
          <Button type="primary" onClick={leave}>
            {t('shell.forcedOut.ok')}
          </Button>
        }
      >
        {t('shell.forcedOut.text')}
      </Modal>
    )
  if (end?.kind === 'over')
    return (
      <Modal open closable={false} title={t('shell.over.title')} footer={null} width={420}>
        <PasswordAgain
          text={t('shell.over.text')}
          name={user?.name ?? ''}
          seed={user?.mid ?? 0}
          submit={t('auth.submit')}
          onPassword={signInAgain}
          onSecond={goOn}
          onOther={leave}
        />
      </Modal>
    )
  return null
}
