import type { ComponentType, SVGProps } from 'react';

/** A lucide icon component, passed as `icon={Send}`; the kit decides size and stroke. */
export type IconType = ComponentType<
  Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: string | number; strokeWidth?: string | number }
>;
