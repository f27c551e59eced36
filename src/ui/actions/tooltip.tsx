import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps } from 'react-aria-components';
import { defined } from '../base/defined.ts';
import styles from './tooltip.module.css';

/** A short label for a control without words; shown on hover and keyboard focus, never the only carrier of meaning. */
export function Tooltip(props: {
  text: string;
  placement?: TooltipProps['placement'] | undefined;
  children: ReactElement;
}) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {props.children}
      <AriaTooltip {...defined({ placement: props.placement })} offset={6} className={styles.tooltip ?? ''}>
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
