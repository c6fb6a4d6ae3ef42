import type { ReactNode } from 'react'
import styles from './login.module.css'

/**
 * The drawing of the login page: two river banks and a bridge, warm hills on the left, green ones on the right, goods crossing in between.
 */
export function Scene(): ReactNode {
  return (
    <svg className={styles.scene} viewBox="0 0 1440 420" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <path d="M0 210c90-70 170-90 260-60s190 90 330 150H0z" fill="var(--hq-source)" opacity=".10" />
      <path d="M1440 190c-110-60-190-70-280-30s-190 84-330 140h610z" fill="var(--hq-store)" opacity=".11" />
      <path d="M0 262c110-52 210-58 300-22 50 20 88 46 130 60H0z" fill="var(--hq-source)" opacity=".22" />
      <path d="M1440 250c-120-46-210-44-300-6-50 21-90 44-132 56h432z" fill="var(--hq-store)" opacity=".22" />
      <g fill="none" stroke="var(--hq-ours)" strokeLinecap="round">
        <path d="M400 300c70-96 180-150 320-150s250 54 320 150" strokeWidth="7" opacity=".85" />
        <path d="M330 300h780" strokeWidth="7" opacity=".85" />
        <path
          d="M470 300v-72M540 300V190M610 300v-134M680 300V153M760 300V153M830 300v-134M900 300V190M970 300v-72"
          strokeWidth="2.500"
          opacity=".45"
        />
      </g>
      <g className={styles.goods}>
        <rect x="505" y="280" width="18" height="15" rx="2.500" fill="var(--hq-source)" />
        <rect x="527" y="284" width="12" height="11" rx="2" fill="var(--hq-source)" opacity=".7" />
      </g>
      <rect y="300" width="1440" height="120" fill="var(--hq-ours)" opacity=".07" />
      <g stroke="var(--hq-ours)" strokeWidth="2" strokeLinecap="round" opacity=".28">
        <path d="M440 330h90M590 324h150M820 332h110M520 352h60M680 346h170M940 352h60M600 374h110M790 370h70" />
        <path d="M120 336h110M210 362h150M1180 340h120M1060 366h140M70 388h80M1290 384h90" />
      </g>
    </svg>
  )
}
