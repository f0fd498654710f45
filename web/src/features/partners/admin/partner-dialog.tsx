import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { site } from '#copy/site.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LogoField, type PartnerForm } from './logo-field.tsx';
import { partnerNameSchema } from './partner-logo-form.ts';
import { addPartner, changePartner, type Partner, partnersQuery, reasonOf, uploadLogo } from './partners.data.ts';

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
  ...dialog
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

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async ({ name, logo }: PartnerForm) => {
      const imageUrl = logo ? await upload(logo) : (partner?.imageUrl ?? '');
      if (partner) await changePartner({ id: partner.id, name, imageUrl });
      else await addPartner({ id: newId, name, imageUrl });
    },
    onSuccess: () => {
      toast.success(partner ? copy.updated : copy.added);
      dialog.onClose();
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

  const isRefused = save.isError && !isApiError(save.error, 'upload_failed');
  return (
    <FormDialog
      {...dialog}
      title={partner ? copy.editTitle : copy.addTitle}
      labels={{ close: site.close, keep: site.cancel, submit: partner ? copy.form.save : copy.form.add }}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((checked) => save.mutate(checked))}
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
      {isRefused && !save.isPending && (
        <Alert tone="danger" title={partner ? copy.formErrors.update : copy.formErrors.add}>
          {reasonOf(save.error)}
        </Alert>
      )}
    </FormDialog>
  );
}
