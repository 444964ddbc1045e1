import { IconProvider } from '@ant-design/icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { Matches, RouterContextProvider } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { styleNonce } from '../ui/nonce.ts'
import { CallHost } from './CallHost.tsx'
import { router } from './routes.tsx'

/** Icons bring their own style sheet, which needs the page's nonce. */
const icons = { csp: { nonce: styleNonce } }

/** The pages, and above them what no navigation may remount: the session's dialogs and the call. */
export function App() {
  return (
    <IconProvider value={icons}>
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router}>
          <Matches />
          <CallHost />
        </RouterContextProvider>
      </QueryClientProvider>
    </IconProvider>
  )
}
