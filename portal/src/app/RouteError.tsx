import { ReloadOutlined } from '@ant-design/icons'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/Button.tsx'
import { useEffect } from 'react'
import { codeOf, isApiError } from '../api/errors.ts'
import { errorMessage } from '../api/query.ts'
import { t } from '../i18n/i18n.ts'
import { devError } from '../ui/devError.ts'
import { ErrorState } from '../ui/states.tsx'

/** A part that failed says so in its own place; the rest of the page, and a running call, go on. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const chunk = isApiError(error, 'CHUNK_LOAD_FAILED')
  useEffect(() => devError('-', error instanceof Error ? error.message : String(error), error), [error])
  return (
    <ErrorState
      heading="h1"
      title={chunk ? t('shell.chunk.title') : t('common.error.title')}
      text={isApiError(error) ? errorMessage(error) : t('common.error.text')}
      code={codeOf(error)}
      onRetry={chunk ? undefined : reset}
      actions={
        chunk && (
          <Button kind="primary" icon={<ReloadOutlined />} onClick={() => location.reload()}>
            {t('common.reload')}
          </Button>
        )
      }
    />
  )
}
