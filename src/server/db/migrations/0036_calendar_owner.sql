-- What a backup reads: an ordinary owner is held to one tenant elsewhere.
CREATE POLICY whole_for_owner ON holidays FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
CREATE POLICY whole_for_owner ON holiday_exempt_organizations FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');
