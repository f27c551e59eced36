-- E-mails and acronyms are stored in one normal form from now on, and compared by it. What was stored in another one gets it
-- here, but where it would then be another row's: that one keeps its own, and is still found as it is typed. An ordinary
-- owner is held to one tenant.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
BEGIN
  -- Other encodings have no normal forms.
  IF getdatabaseencoding() <> 'UTF8' THEN RETURN; END IF;
  UPDATE users u SET email = normalize(u.email, NFC)
    WHERE u.id IN (SELECT DISTINCT ON (lower(normalize(email, NFC))) id FROM users
        WHERE email IS NOT NFC NORMALIZED AND deleted_at IS NULL ORDER BY lower(normalize(email, NFC)), id)
      AND NOT EXISTS (SELECT FROM users o
        WHERE o.id <> u.id AND o.deleted_at IS NULL AND lower(o.email) = lower(normalize(u.email, NFC)));
  UPDATE organizations u SET acronym = normalize(u.acronym, NFC)
    WHERE u.id IN (SELECT DISTINCT ON (tenant_id, lower(normalize(acronym, NFC))) id FROM organizations
        WHERE acronym IS NOT NFC NORMALIZED AND deleted_at IS NULL ORDER BY tenant_id, lower(normalize(acronym, NFC)), id)
      AND NOT EXISTS (SELECT FROM organizations o
        WHERE o.tenant_id = u.tenant_id AND o.id <> u.id AND o.deleted_at IS NULL
          AND lower(o.acronym) = lower(normalize(u.acronym, NFC)));
  UPDATE tenants u SET acronym = normalize(u.acronym, NFC)
    WHERE u.id IN (SELECT DISTINCT ON (normalize(acronym, NFC)) id FROM tenants
        WHERE acronym IS NOT NFC NORMALIZED ORDER BY normalize(acronym, NFC), id)
      AND NOT EXISTS (SELECT FROM tenants o WHERE o.id <> u.id AND o.acronym = normalize(u.acronym, NFC));
END
$$;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
