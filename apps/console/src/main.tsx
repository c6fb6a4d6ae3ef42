import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'virtual:tokens.css'
import './theme/base.css'
import { App } from './app/app.tsx'
import { wearScheme } from './theme/scheme.ts'

wearScheme()
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
