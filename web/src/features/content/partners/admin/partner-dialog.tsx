import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { changedMeanwhile } from '#copy/office/changed-meanwhile.ts';
import { site } from '#copy/shell/site.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { type SelectedImage, useRevokedPreview } from '#lib/selected-image.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { toast } from '#lib/toast.ts';
import { saveUpon, useConflict } from '#lib/use-conflict.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { VersionsDialog } from '#ui/versions-dialog.tsx';
import { LogoField, type PartnerForm } from './logo-field.tsx';
import { LogoPlate } from './logo-plate.tsx';
import {
  addPartner,
  changePartner,
  type Partner,
  type PartnerFields,
  partnerNameSchema,
  partnersQuery,
  reasonOf,
  uploadLogo,
} from './partners.data.ts';

/** A partner that has a logo keeps it unless another one is chosen. */
function partnerSchema(hasLogo: boolean) {
  return z.object({
    name: partnerNameSchema,
    logo: z.custom<PartnerForm['logo']>().refine((logo) => logo !== null || hasLogo, copy.imageRequired),
  });
}

/** Adds a partner, or changes one. What was typed and chosen stays wherever it fails. */
export function PartnerDialog({
  partner,
  isOpen,
  onClose,
  returnFocus,
}: {
  /** Null for a new one. */
  partner: Partner | null;
} & DialogOpening) {
  const client = useQueryClient();
  const form = useForm<PartnerForm>({
    resolver: zodResolver(partnerSchema(partner !== null)),
    reValidateMode: 'onSubmit',
    defaultValues: { name: partner?.name ?? '', logo: null },
  });
  const { errors } = form.formState;
  const [isUploading, setIsUploading] = useState(false);
  // A save that is repeated neither uploads the same file again nor adds a second row.
  const uploaded = useRef<{ file: File; address: string }>(null);
  const [newId] = useState(() => crypto.randomUUID());
  const { conflict, isAsking, hasConflict, leave } = useConflict(fieldsOf);
  useRevokedPreview(form.watch('logo'));

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async ({ was, name, logo }: Typed | Kept) => {
      const imageUrl = typeof logo === 'string' ? logo : logo ? await upload(logo) : (was?.imageUrl ?? '');
      const mine = { name, imageUrl };
      if (was) return { mine, latest: await saveUpon(was, fieldsOf, (version) => changePartner(version, mine)) };
      await addPartner(newId, mine);
      return { mine, latest: null };
    },
    onSuccess: ({ mine, latest }, { was }) => {
      if (hasConflict(latest, { was, mine })) return;
      toast.success(partner ? copy.updated : copy.added);
      onClose();
    },
    onError: (error) => {
      console.warn('The partner was not saved', error);
      if (isApiError(error, 'upload_failed')) {
        form.setError('logo', { message: copy.imageFailed(reasonOf(error.cause)) });
        toast.error(copy.logoImageFailed);
      } else {
        toast.error(partner ? copy.updateFailed : copy.addFailed);
      }
    },
    onSettled: () => {
      // The home page that this tab has seen shows the logos as they were.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries(partnersQuery);
    },
  });

  async function upload({ file }: SelectedImage): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.address;
    setIsUploading(true);
    try {
      const address = await uploadLogo(file);
      uploaded.current = { file, address };
      return address;
    } catch (cause) {
      throw new ApiError('upload_failed', { cause });
    } finally {
      setIsUploading(false);
    }
  }

  const failure =
    save.isError && !save.isPending && !isApiError(save.error, 'upload_failed') ? reasonOf(save.error) : null;
  return (
    <>
      <FormDialog
        isOpen={isOpen && !isAsking}
        onClose={onClose}
        returnFocus={() => !isAsking && (returnFocus?.() ?? null)}
        title={partner ? copy.editTitle : copy.addTitle}
        labels={{ keep: site.cancel, submit: partner ? copy.form.save : copy.form.add }}
        isBusy={save.isPending}
        onSubmit={form.handleSubmit((checked) => save.mutate({ was: partner, ...checked }))}
      >
        <TextField
          label={copy.form.name}
          required
          autoComplete="off"
          readOnly={save.isPending}
          error={errors.name?.message}
          {...form.register('name', { onChange: () => form.clearErrors('name') })}
        />
        <LogoField form={form} present={partner?.imageUrl} isUploading={isUploading} isDisabled={save.isPending} />
        {failure && (
          <Alert tone="danger" title={partner ? copy.formErrors.update : copy.formErrors.add}>
            {failure}
          </Alert>
        )}
      </FormDialog>
      {conflict && (
        <VersionsDialog
          isOpen={isOpen && isAsking}
          onClose={leave}
          // Undecided it leads back to the form.
          returnFocus={() => !isOpen && (returnFocus?.() ?? null)}
          labels={changedMeanwhile}
          versions={conflict.versions}
          fields={{
            name: { label: copy.form.name },
            imageUrl: {
              label: copy.form.image,
              show: (address) => <LogoPlate src={address} alt="" className="h-20 border border-line bg-white" />,
            },
          }}
          isBusy={save.isPending}
          failure={failure}
          onKeepMine={() => {
            const { name, imageUrl } = mergeVersions(conflict.versions).merged;
            save.mutate({ was: conflict.latest, name, logo: imageUrl });
          }}
          onTakeTheirs={() => {
            toast.info(changedMeanwhile.tookTheirs);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** What the form saves, and upon which row; null adds one. */
type Typed = PartnerForm & { was: Partner | null };
/** What stays of a save that was refused, upon the other version; its logo is stored. */
type Kept = { was: Partner; name: string; logo: string };

const fieldsOf = ({ name, imageUrl }: Partner): PartnerFields => ({ name, imageUrl });
