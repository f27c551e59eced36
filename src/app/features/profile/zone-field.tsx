import { ZONES } from '#domain/time-zones.ts';
import { Select } from '#ui/fields/select.tsx';
import { PROFILE } from '../../text/profile.ts';
import { ZONE_TEXT } from '../../text/time-zones.ts';

type ZoneFieldProps = {
  readonly value: string;
  /** The zone of the organization, which may be one that was set by command. */
  readonly kept: string;
  readonly error: string | undefined;
  readonly onChange: (zone: (typeof ZONES)[number]) => void;
};

/** The zone in which the organization's days begin, by where it lies. */
export function ZoneField({ value, kept, error, onChange }: ZoneFieldProps) {
  const known = ZONES.map((zone) => ({ id: zone as string, text: ZONE_TEXT[zone] }));
  const options = known.some(({ id }) => id === kept)
    ? known
    : [{ id: kept, text: kept.replaceAll('_', ' ') }, ...known];
  return (
    <Select
      label={PROFILE.zone}
      description={PROFILE.zoneHint}
      name="time_zone"
      options={options}
      value={value}
      error={error}
      onChange={(chosen) => {
        const zone = ZONES.find((one) => one === chosen);
        if (zone !== undefined) onChange(zone);
      }}
    />
  );
}
