"""PyTorch: FFT. cuFFT takes its kernels from a private table of the driver."""

import torch
from _torch import bring_back

data = torch.randn(16, 1024, device="cuda")
spectrum = torch.fft.rfft(data)
bring_back(spectrum.abs(), torch.fft.irfft(spectrum, n=1024))
